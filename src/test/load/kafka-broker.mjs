// Starts a real Kafka broker on loopback, and sends and reads records by KafkaRecords.java on the same jars.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "./service.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const JARS = process.env.KAFKA_JARS ?? here("../../../target/kafka");
const RECORDS = here("KafkaRecords.java");
const STARTING_SECONDS = 60;
const LARGEST_OUTPUT = 1 << 28;
const JAVA = ["-XX:-UsePerfData", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp", join(JARS, "*")];

/**
 * Starts a broker with empty storage in a folder. `stop(signal)` and `start()` end and begin its process. Time stamps of
 * records are kept for ever, however old.
 */
export async function startBroker(directory) {
  if (!existsSync(join(JARS, "kafka_2.13.jar"))) {
    throw new Error("The broker's jars are absent: ./mvnw -f src/test/kafka/pom.xml dependency:copy-dependencies -DoutputDirectory=$PWD/target/kafka -Dmdep.stripVersion, or set KAFKA_JARS.");
  }
  const port = await freePort();
  const controller = await freePort();
  const servers = `127.0.0.1:${port}`;
  const properties = join(directory, "server.properties");
  const log = join(directory, "broker.log");
  writeFileSync(
    properties,
    `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAIN://${servers},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAIN://${servers}
listener.security.protocol.map=PLAIN:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAIN
controller.listener.names=CONTROLLER
log.dirs=${join(directory, "logs")}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
message.max.bytes=12000000
replica.fetch.max.bytes=12000000
log.cleaner.dedupe.buffer.size=4000000
log.retention.ms=-1
`,
  );
  const run = promisify(execFile);
  await run("java", [...JAVA, "kafka.tools.StorageTool", "format", "-c", properties, "-t", "MkU3OEVBNTcwNTJENDM2Qk"]);
  const records = (...args) => ["-Xmx512m", ...JAVA, RECORDS, servers, ...args.map(String)];
  let broker = null;

  const start = async () => {
    const output = openSync(log, "w"); // The line of an earlier start must not be read.
    broker = spawn("java", ["-Xmx512m", "-XX:TieredStopAtLevel=1", ...JAVA, "-Dorg.slf4j.simpleLogger.defaultLogLevel=info", "kafka.Kafka", properties], { stdio: ["ignore", output, output] });
    for (let i = 0; i < STARTING_SECONDS * 10 && broker.exitCode === null; i++) {
      if (readFileSync(log, "utf8").includes("Kafka Server started")) {
        return;
      }
      await sleep(100);
    }
    throw new Error(`The broker did not start:\n${readFileSync(log, "utf8").slice(-2_000)}`);
  };
  const stop = async (signal = "SIGTERM") => {
    if (broker.exitCode === null && broker.signalCode === null) {
      broker.kill(signal);
      await once(broker, "exit");
    }
  };
  /** Gives `take` the fields of each printed line; resolves when the program has ended. */
  const lines = (args, take) => {
    const child = spawn("java", records(...args), { stdio: ["ignore", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).on("line", (line) => take(line.split("\t")));
    return child;
  };

  await start();
  return {
    servers,
    start,
    stop,
    makeTopics: (topics) => run("java", records("topics", ...Object.entries(topics).map(([name, partitions]) => `${name}=${partitions}`))),
    /** Begins to send. `send({ key, time, value, headers })` waits while the program is behind; `end()` until the broker has all. */
    sender: (topic) => {
      const child = spawn("java", records("send", topic), { stdio: ["pipe", "inherit", "inherit"] });
      const exit = once(child, "exit");
      return {
        send: async ({ key, time, value, headers = {} }) => {
          const fields = [key, time, value, ...Object.entries(headers).map(([name, text]) => `${name}=${text}`)];
          if (!child.stdin.write(`${fields.join("\t")}\n`)) {
            await once(child.stdin, "drain");
          }
        },
        end: async () => {
          child.stdin.end();
          const [code] = await exit;
          if (code !== 0) {
            throw new Error("Not all records could be sent.");
          }
        },
      };
    },
    /** Sends records whose values are the lines of a file, over and over. */
    repeat: (topic, file, count, keys) => run("java", records("repeat", topic, file, count, keys)),
    /** Gives `take` each record of topics, now and later, until `stop()` of what is returned. */
    follow: (topics, take) => {
      const child = lines(["follow", ...topics], (fields) => take(headOf(fields)));
      return { stop: () => child.kill("SIGKILL") };
    },
    /** Gives `take` each record that topics have. With `values`, a record has its value. */
    read: async (topics, take, { values = false } = {}) => {
      const child = lines([values ? "values" : "read", ...topics], (fields) => take(values ? valueOf(fields) : headOf(fields)));
      const [code] = await once(child, "close");
      if (code !== 0) {
        throw new Error(`${topics} could not be read.`);
      }
    },
    lag: async (group, topic) => Number((await run("java", records("lag", group, topic), { maxBuffer: LARGEST_OUTPUT })).stdout),
  };
}

const headersOf = (fields) => Object.fromEntries(fields.map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]));

function headOf([topic, partition, offset, time, key, hash, bytes, ...headers]) {
  return { topic, partition: Number(partition), offset: Number(offset), time: Number(time), key, hash, bytes: Number(bytes), headers: headersOf(headers) };
}

function valueOf([topic, partition, offset, time, key, value, ...headers]) {
  return { topic, partition: Number(partition), offset: Number(offset), time: Number(time), key, value, headers: headersOf(headers) };
}
