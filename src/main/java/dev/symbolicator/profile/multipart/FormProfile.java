package dev.symbolicator.profile.multipart;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.NameOrigin;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.multipart.FormParts.FormPart;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/** A form with a trace in one part. All bytes but those of this part's content stay as they are. */
final class FormProfile implements Profile {
  private static final Pattern DECLARED =
      Pattern.compile("multipart/form-data; ?boundary=([A-Za-z0-9_.+-]+)");

  /** Level 4 takes about half the time of level 6. */
  private static final int LEVEL = 4;

  private static final int BUFFER = 16 * 1024;

  private final ProfileBody body;
  private final String boundary;
  private final FormPart part;
  private final boolean isZlib;
  private final Profile trace;
  private final @Nullable String release;

  /** Makes a form; the release, which another part names, may be null. */
  FormProfile(
      ProfileBody body,
      String boundary,
      FormPart part,
      boolean isZlib,
      Profile trace,
      @Nullable String release) {
    this.body = body;
    this.boundary = boundary;
    this.part = part;
    this.isZlib = isZlib;
    this.trace = trace;
    this.release = release;
  }

  @Override
  public String format() {
    return MultipartFormat.NAME;
  }

  @Override
  public NameOrigin nameOrigin() {
    return trace.nameOrigin();
  }

  /** Returns the type of a form with this boundary, as the request spells it if it does. */
  @Override
  public String mediaType() {
    String declared = body.contentType();
    Matcher type = DECLARED.matcher(declared == null ? "" : declared);
    return declared != null && type.matches() && type.group(1).equals(boundary)
        ? declared
        : "multipart/form-data; boundary=\"" + boundary + "\"";
  }

  @Override
  public List<String> scripts() {
    return trace.scripts();
  }

  @Override
  public ScriptBuild build(int script) {
    ScriptBuild build = trace.build(script);
    return build.release() == null ? new ScriptBuild(release, build.debugId()) : build;
  }

  @Override
  public List<ProfileFrame> frames() {
    return trace.frames();
  }

  @Override
  public int sourcesPerFrame() {
    return trace.sourcesPerFrame();
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    byte[] bytes = body.bytes();
    if (isZlib && isUnmapped(answers)) {
      out.write(bytes, 0, bytes.length); // As the sender has compressed it.
    } else {
      out.write(bytes, 0, part.content().start());
      writeTrace(answers, out);
      out.write(bytes, part.content().end(), bytes.length - part.content().end());
    }
    out.flush();
  }

  private boolean isUnmapped(Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return trace.frames().stream()
        .noneMatch(frame -> frame.hasPosition() && answers.apply(frame) != null);
  }

  private void writeTrace(Function<ProfileFrame, @Nullable OriginalFrame> answers, OutputStream out)
      throws IOException {
    if (!isZlib) {
      trace.write(answers, null, out);
      return;
    }
    Deflater deflater = new Deflater(LEVEL);
    try {
      DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater, BUFFER);
      trace.write(answers, null, deflated);
      deflated.finish();
    } finally {
      deflater.end();
    }
  }
}
