package dev.symbolicator.profile.multipart;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/** A form with a trace in one part. All bytes but those of this part's content stay as they are. */
final class FormProfile implements Profile {
  private final ProfileBody body;
  private final String boundary;
  private final FormPart part;
  private final @Nullable JsonText inflated;
  private final Profile trace;
  private final @Nullable String release;

  /**
   * Makes a form.
   *
   * @param part the part that holds the trace
   * @param inflated the part's inflated content; null if the content is plain
   * @param release the release that another part names; null if none does
   */
  FormProfile(
      ProfileBody body,
      String boundary,
      FormPart part,
      @Nullable JsonText inflated,
      Profile trace,
      @Nullable String release) {
    this.body = body;
    this.boundary = boundary;
    this.part = part;
    this.inflated = inflated;
    this.trace = trace;
    this.release = release;
  }

  @Override
  public String format() {
    return "datadog-multipart";
  }

  @Override
  public String mediaType() {
    return "multipart/form-data; boundary=" + boundary;
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
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    byte[] bytes = body.bytes();
    out.write(bytes, 0, part.content().start());
    if (inflated == null) {
      trace.write(answers, null, out);
    } else {
      writeDeflated(inflated, answers, out);
    }
    out.write(bytes, part.content().end(), bytes.length - part.content().end());
    out.flush();
  }

  /** An unchanged trace keeps the bytes to which the sender has compressed it. */
  private void writeDeflated(
      JsonText original, Function<ProfileFrame, @Nullable OriginalFrame> answers, OutputStream out)
      throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream(original.end());
    trace.write(answers, null, written);
    byte[] content = written.toByteArray();
    if (Arrays.equals(content, original.bytes())) {
      int start = part.content().start();
      out.write(body.bytes(), start, part.content().end() - start);
      return;
    }
    DeflaterOutputStream deflated = new DeflaterOutputStream(out);
    deflated.write(content);
    deflated.finish();
  }
}
