package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.upload.Pairing.FoundPair;
import dev.symbolicator.maps.upload.Pairing.ReadScript;
import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.maps.upload.SourceMapUploads.UploadMemory;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class UploadCheck {
  private final UploadMemory memory;
  private final Allowance allowance;
  private final PairCheck pairCheck;

  UploadCheck(UploadMemory memory, Allowance allowance, PairCheck pairCheck) {
    this.memory = memory;
    this.allowance = allowance;
    this.pairCheck = pairCheck;
  }

  /** Checks files; returns pairs in the order of the scripts, then maps without a script. */
  List<CheckedPair> check(List<UploadedFile> uploaded) throws IOException {
    List<ReadScript> scripts = new ArrayList<>();
    List<UploadedFile> maps = new ArrayList<>();
    for (UploadedFile file : uploaded) {
      if (file.role() == FileRole.SCRIPT) {
        scripts.add(new ReadScript(file, facts(file)));
      } else {
        maps.add(file);
      }
    }
    List<CheckedPair> checked = new ArrayList<>();
    for (FoundPair pair : Pairing.of(scripts, maps, this::debugId)) {
      UploadedFile map = pair.map();
      String name = map == null ? "a script" : map.path();
      checked.add(memory.with(allowance, name, part -> pairCheck.check(pair, part)));
    }
    refuseRepeatedIds(checked);
    return checked;
  }

  private ScriptFacts facts(UploadedFile script) throws IOException {
    return memory.with(
        allowance,
        script.path(),
        part -> ScriptFacts.of(PairCheck.bytes(script.content(), part), allowance));
  }

  private @Nullable String debugId(UploadedFile map) throws IOException {
    return memory
        .with(
            allowance,
            map.path(),
            part -> {
              byte[] json = PairCheck.bytes(map.content(), part);
              return SourceMapReader.read(json, ReadOptions.lenient(null), part)
                      instanceof SourceMapReading.Read read
                  ? Optional.ofNullable(read.map().debugId())
                  : Optional.<String>empty();
            })
        .orElse(null);
  }

  /** Refuses maps whose debug ID another map of this upload has. */
  private static void refuseRepeatedIds(List<CheckedPair> pairs) {
    Map<String, CheckedPair> firstById = new HashMap<>();
    for (int i = 0; i < pairs.size(); i++) {
      CheckedPair pair = pairs.get(i);
      NewMap map = pair.added();
      NewMap first = null;
      if (map != null && map.debugId() != null) {
        CheckedPair known = firstById.putIfAbsent(map.debugId(), pair);
        first = known == null ? null : known.added();
      }
      if (map != null && first != null && !first.map().sha256().equals(map.map().sha256())) {
        pairs.set(
            i,
            pair.refused(
                ScriptOutcome.CONFLICT,
                "The maps of %s and %s differ, but have the debug ID %s in common. Build anew with new debug IDs."
                    .formatted(first.script(), map.script(), map.debugId())));
      }
    }
  }
}
