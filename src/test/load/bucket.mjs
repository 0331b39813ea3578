// A bucket of s3proxy in a folder, for runs that need one: target/outside/s3proxy.jar, which .ci/run fetches, or the file
// that S3PROXY_JAR names.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const JAR = process.env.S3PROXY_JAR ?? fileURLToPath(new URL("../../../target/outside/s3proxy.jar", import.meta.url));
const NAME = "maps";
const KEY = { id: "load", secret: "load-secret" };

/** Returns the folder with the objects of the bucket that {@link startBucket} starts in a directory. */
export function folderOf(directory) {
  return join(directory, "objects", NAME);
}

/** Returns the environment of a service that keeps its maps in the bucket at a port. */
export function settingsOf(port) {
  return {
    SYMBOLICATOR_MAPS_BUCKET_NAME: NAME,
    SYMBOLICATOR_MAPS_BUCKET_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: KEY.id,
    AWS_SECRET_ACCESS_KEY: KEY.secret,
  };
}

/** Starts s3proxy; objects are files of the folder, so the next one finds them. */
export async function startBucket(directory, port) {
  const settings = join(directory, "s3proxy.properties");
  mkdirSync(folderOf(directory), { recursive: true });
  writeFileSync(
    settings,
    `s3proxy.endpoint=http://127.0.0.1:${port}
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity=${KEY.id}
s3proxy.credential=${KEY.secret}
jclouds.provider=filesystem-nio2
jclouds.identity=unused
jclouds.credential=unused
jclouds.filesystem.basedir=${join(directory, "objects")}
`,
  );
  const bucket = spawn("java", ["-Xmx256m", "-jar", JAR, "--properties", settings], { stdio: "ignore" });
  while (bucket.exitCode === null) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return { stop: async () => (bucket.kill("SIGKILL"), await once(bucket, "exit")) };
    } catch {
      await sleep(100);
    }
  }
  throw new Error("s3proxy does not start");
}
