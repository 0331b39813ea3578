package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.Spool;
import dev.symbolicator.maps.upload.SourceMapUploads.UploadMemory;
import dev.symbolicator.memory.ByteBudget;
import java.nio.file.Path;
import java.util.List;

public final class TestUploads {
  private TestUploads() {}

  public static SourceMapUpload begin(TestLibrary library, Path folder, ByteBudget budget) {
    UploadLimits limits = UploadLimits.DEFAULT;
    return new SourceMapUpload(
        new Uploader("shop", "shop", List.of(), null),
        library.library(),
        Spool.in(folder, ObjectLimits.DEFAULT).begin("shop"),
        new UploadMemory(limits.memoryWait()),
        limits,
        budget.open(),
        () -> {});
  }
}
