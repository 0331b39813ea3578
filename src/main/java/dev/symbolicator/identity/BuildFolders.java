package dev.symbolicator.identity;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders that say where or when a project was built, and nothing about the project: the folders of
 * build services and of people, and segments of URLs that name a release.
 */
final class BuildFolders {
  private static final String PROJECTS = "<projects>";
  private static final int DRIVE_LENGTH = "C:/".length();
  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:/");
  private static final Pattern FOLDER = Pattern.compile("([^/]+)/");
  private static final Pattern PLAIN = Pattern.compile("\\w+");

  private static final Set<String> IN_HOME =
      Set.of(
          """
          project projects documents code dev developer development src work workspace desktop repo \
          repos git github sites source"""
              .split(" ", -1));

  private static final Set<String> ON_DRIVE =
      Set.of("project projects code dev src work workspace repo repos git source".split(" ", -1));

  /**
   * Where projects lie, in the order in which the rows are tried. A folder is a regular expression,
   * {@code *} is one of any name, {@code **} any number of them. {@code C:} is the letter of a
   * drive. {@code <projects>} is the project's folder behind any number of folders in which people
   * keep their projects. Rows with one of the last two ignore case.
   */
  private static final List<Row> ROWS =
      """
      /home/runner/work/*/*                               GitHub Actions
      /Users/runner/work/*/*
      /__w/*/*
      /github/workspace
      C:/a/[0-9]+/s                                       Azure Pipelines
      C:/a/*/*                                            GitHub Actions
      /vercel/path[0-9]+                                  Vercel
      /opt/build/repo                                     Netlify
      /opt/buildhome/clone|repo                           Cloudflare Pages
      /codebuild/output/*/src/github\\.com/*/*            AWS CodeBuild
      /codebuild/output/*/src/bitbucket\\.org/*/*
      /codebuild/output/*/src/git-codecommit.*/*/*
      /codebuild/output/*/src/s3/[0-9]+
      /codebuild/output/*/src
      /home|Users/vsts/work/[0-9]+/s                      Azure Pipelines
      /agent/_work/[0-9]+/s
      /home/circleci/*                                    CircleCI
      /root/project|repo|app
      /home/travis/build/*/*                              Travis CI
      /var/lib/buildkite-agent/builds/*/*/*               Buildkite
      /home/buildkite-agent/builds/*/*/*
      /buildkite/builds/*/*/*
      /**/jenkins.*/**/workspace/*                        Jenkins
      /drone/src                                          Drone
      /woodpecker/src/*/*/*                               Woodpecker
      /opt/atlassian/pipelines/agent/build                Bitbucket Pipelines
      /builds/*/*                                         GitLab
      /tmp/build_[0-9a-f]+(?:_[0-9a-f]+)?                 Heroku
      /tmp/[0-9a-f]{8,}
      /usr/local/src/app                                  Docker
      /usr/src/*
      /usr/app
      /app|workspaces?|workdir|work|code|project|repo|build|frontend|web|srv|data
      /home|Users/*/<projects>                            a person
      C:/Users/*/<projects>
      /mnt/[a-z]/*/*                                      a drive of Windows, in Linux
      /mnt/[a-z]/*
      C:/<projects>                                       a drive
      """
          .lines()
          .map(line -> Row.of(line.split(" ", 2)[0]))
          .toList();

  /** All releases have one. */
  private static final Pattern DIGIT_OR_HYPHEN = Pattern.compile("[0-9-]");

  private static final List<Pattern> RELEASES =
      Stream.of(
              "v?[0-9]++(?:\\.[0-9]++){1,3}(?:[-+.][0-9A-Za-z.-]+)?",
              "[0-9]{5,14}",
              "[0-9]{4}-[0-9]{2}-[0-9]{2}.*",
              "[0-9a-f]{8}-[0-9a-f]{4}-.*",
              "(?:release|rel|build|deploy|version|ver)[-_.]?v?[0-9][0-9a-z_.-]*",
              "@[0-9].*",
              // A commit: without a letter it may be any number, without a digit any word.
              "(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,40}")
          .map(release -> Pattern.compile(release, Pattern.CASE_INSENSITIVE | Pattern.DOTALL))
          .toList();

  private BuildFolders() {}

  /** Tells whether a path begins with the letter of a drive: {@code C:/}. */
  static boolean hasDrive(String path) {
    return DRIVE.matcher(path).lookingAt();
  }

  /** Returns an absolute path without the folders in which the project lay when it was built. */
  static String withoutBuildFolders(String path) {
    int end = -1;
    for (int i = 0; i < ROWS.size() && end < 0; i++) {
      end = ROWS.get(i).end(path);
    }
    String rest = path.substring(Math.max(0, end));
    return hasDrive(rest) ? rest.substring(DRIVE_LENGTH) : rest;
  }

  /**
   * Returns a URL's path without the segments that name a release, with a slash only behind each of
   * the others.
   */
  static String withoutReleases(String path) {
    StringBuilder out = new StringBuilder(path.length());
    for (int at = 0; at <= path.length(); ) {
      int end = PathText.end(path, at);
      String segment = path.substring(at, end);
      if (!segment.isEmpty() && !isRelease(segment)) {
        out.append(segment).append('/');
      }
      at = end + 1;
    }
    return out.toString();
  }

  /** Tells whether a segment names a release: a version, commit, date, UUID or count of builds. */
  private static boolean isRelease(String segment) {
    if (!DIGIT_OR_HYPHEN.matcher(segment).find()) {
      return false;
    }
    for (Pattern release : RELEASES) {
      if (release.matcher(segment).matches()) {
        return true;
      }
    }
    return false;
  }

  /**
   * One row of the table.
   *
   * @param isRooted whether its paths begin with a slash, else with a drive
   * @param listed the names behind which the project's folder comes, in lower case; empty if the
   *     row says all folders
   */
  private record Row(boolean isRooted, List<Folder> folders, Set<String> listed) {
    static Row of(String text) {
      boolean isRooted = text.startsWith("/");
      boolean hasList = text.endsWith(PROJECTS);
      String named = hasList ? text.substring(0, text.length() - PROJECTS.length()) : text + "/";
      String inner = named.substring(named.indexOf('/') + 1);
      boolean ignoresCase = !isRooted || hasList;
      List<Folder> folders =
          FOLDER
              .matcher(inner)
              .results()
              .map(each -> Folder.of(each.group(1), ignoresCase))
              .toList();
      Set<String> listed = !hasList ? Set.of() : folders.isEmpty() ? ON_DRIVE : IN_HOME;
      return new Row(isRooted, folders, listed);
    }

    /**
     * Returns the place behind the last slash of the row's folders; -1 if the path does not begin
     * with them. Only the folders behind the last {@code **} are compared more than once.
     */
    int end(String path) {
      int at = isRooted ? 1 : DRIVE_LENGTH;
      if (isRooted ? !path.startsWith("/") : !hasDrive(path)) {
        return -1;
      }
      int many = -1;
      int behindMany = -1;
      for (int i = 0; i < folders.size(); ) {
        int slash = path.indexOf('/', at);
        if (folders.get(i).isMany()) {
          many = i++;
          behindMany = at;
        } else if (slash > at && folders.get(i).name().test(path.substring(at, slash))) {
          at = slash + 1;
          i++;
        } else {
          int skipped = many < 0 ? -1 : path.indexOf('/', behindMany);
          if (skipped <= behindMany) {
            return -1;
          }
          behindMany = skipped + 1;
          at = behindMany;
          i = many + 1;
        }
      }
      return listed.isEmpty() ? at : projectEnd(path, at);
    }

    private int projectEnd(String path, int from) {
      int at = from;
      while (true) {
        int slash = path.indexOf('/', at);
        if (slash <= at) {
          return at == from ? -1 : at;
        }
        if (!listed.contains(path.substring(at, slash).toLowerCase(Locale.ROOT))) {
          return slash + 1;
        }
        at = slash + 1;
      }
    }
  }

  /**
   * One folder of a row.
   *
   * @param isMany whether it stands for any number of folders
   */
  private record Folder(Predicate<String> name, boolean isMany) {
    static Folder of(String text, boolean ignoresCase) {
      if (text.startsWith("*")) {
        return new Folder(name -> true, text.equals("**"));
      }
      return new Folder(
          !ignoresCase && PLAIN.matcher(text).matches()
              ? text::equals
              : Pattern.compile(text, Pattern.DOTALL | (ignoresCase ? Pattern.CASE_INSENSITIVE : 0))
                  .asMatchPredicate(),
          false);
    }
  }
}
