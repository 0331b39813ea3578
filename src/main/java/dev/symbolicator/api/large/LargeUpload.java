package dev.symbolicator.api.large;

import dev.symbolicator.api.http.BodyReader.BodyTakeover;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.symbolication.SymbolicationOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Receives a body once it shows a format that may be larger than the memory. */
public final class LargeUpload implements BodyTakeover, AutoCloseable {
  /** The memory of receiving besides decoders: the pieces that wait, and a copy. */
  private static final long RECEIVING_BYTES = 1 << 19;

  private final LargeRunner runner;
  private final HttpServerRequest request;
  private final Supplier<SymbolicationOptions> optionsOfRequest;
  private @Nullable SymbolicationOptions options;
  private @Nullable LargeFormat format;
  private @Nullable BodyStream stream;
  private ByteBudget.@Nullable Lease lease;

  /** Forgotten once it is being read: the lease is charged with it only while the body comes. */
  private @Nullable Beginning beginning;

  LargeUpload(
      LargeRunner runner,
      HttpServerRequest request,
      Supplier<SymbolicationOptions> optionsOfRequest) {
    this.runner = runner;
    this.request = request;
    this.optionsOfRequest = optionsOfRequest;
  }

  @Override
  public boolean isPossible() {
    if (!runner.isOn()) {
      return false;
    }
    SymbolicationOptions known = optionsOfRequest.get();
    options = known;
    String name = known.format();
    return name == null || LargeProfileReader.named(name) != null;
  }

  @Override
  public CompletableFuture<Optional<Problem>> refusal(long length) {
    return runner.refusal(length);
  }

  @Override
  public int lookAfter(boolean isCoded) {
    LargeLimits limits = runner.limits();
    return isCoded ? limits.codedHead() : limits.plainHead();
  }

  @Override
  public boolean take(Beginning received) {
    LargeFormat found = SentBody.knows(received.codings()) ? formatOf(received) : null;
    if (found == null) {
      return false;
    }
    String refusal = options().refusalWithoutSamples(found.name());
    if (refusal != null) {
      throw new ProblemException(Problem.of(Problem.ProblemKind.NOT_AVAILABLE, refusal));
    }
    if (!received.lease().grow(RECEIVING_BYTES)) {
      throw new ProblemException(Problems.noRoom(received.lease()));
    }
    format = found;
    lease = received.lease();
    beginning = received;
    stream = runner.receiveRest(request, received.size());
    return true;
  }

  private @Nullable LargeFormat formatOf(Beginning received) {
    LargeFormat shown =
        LargeProfileReader.formatOf(
            SentBody.head(
                received.stream(), received.codings(), received.lease(), LargeFormat.HEAD_BYTES));
    String name = options().format();
    if (name == null) {
      return shown;
    }
    LargeFormat wanted = LargeProfileReader.named(name);
    if (shown != null && shown != wanted) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.NOT_A_PROFILE, ProfileReader.ofOtherFormat(shown.name(), name)));
    }
    return wanted;
  }

  HttpServerRequest request() {
    return request;
  }

  SymbolicationOptions options() {
    return Objects.requireNonNull(options, "asked whether it is possible");
  }

  LargeFormat format() {
    return Objects.requireNonNull(format, "the body was taken over");
  }

  ByteBudget.Lease lease() {
    return Objects.requireNonNull(lease, "the body was taken over");
  }

  private BodyStream stream() {
    return Objects.requireNonNull(stream, "the body was taken over");
  }

  /** Returns the inflated content, for one thread other than the event loop. Called once. */
  InputStream content() {
    Beginning before = Objects.requireNonNull(beginning, "the body was taken over");
    beginning = null;
    return SentBody.content(
        new SequenceInputStream(before.stream(), stream()), before.codings(), before.lease());
  }

  /** Drops the rest of the body, and gives its memory back. */
  @Override
  public void close() {
    beginning = null;
    stream().close();
    lease().close();
  }

  private static final class SentBody {
    private SentBody() {}

    static boolean knows(ContentCodings.Supported codings) {
      return codings.applied().stream().allMatch(StreamDecoding::knows);
    }

    /**
     * Without codings, the first bytes may show one; the caller gives the decoders' memory back.
     */
    static InputStream content(
        InputStream sent, ContentCodings.Supported codings, ByteBudget.Lease lease) {
      StreamDecoding.Memory memory =
          (bytes, largest) -> lease.grow(bytes + lease.besides(largest)) ? () -> {} : null;
      List<ContentCoding> applied = codings.applied();
      if (applied.isEmpty()) {
        return StreamDecoding.of(sent, null, memory);
      }
      InputStream content = sent;
      for (int i = applied.size() - 1; i >= 0; i--) {
        content = StreamDecoding.of(content, applied.get(i), memory);
      }
      return content;
    }

    /** Returns the first bytes of the content; fewer if it is damaged, or memory is lacking. */
    static byte[] head(
        InputStream sent, ContentCodings.Supported codings, ByteBudget.Lease lease, int length) {
      byte[] head = new byte[length];
      int count = 0;
      long before = lease.held();
      try (InputStream content = content(sent, codings, lease)) {
        for (int read = 0; read >= 0 && count < length; count += Math.max(0, read)) {
          read = content.read(head, count, length - count);
        }
      } catch (IOException cutOffOrDamaged) {
        return Arrays.copyOf(head, count);
      } finally {
        lease.shrinkTo(before);
      }
      return Arrays.copyOf(head, count);
    }
  }
}
