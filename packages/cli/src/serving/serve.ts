import path from 'node:path';
import { PassThrough } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { openServer, renderProblems, type Server, SetupError } from '@manglecp/server';
import { defineCommand } from '../commands/command.js';
import type { Outcome } from '../output/outcome.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';
import { openLogStream } from './log-stream.js';
import { surviveStrayErrors } from './survive-stray-errors.js';
import { untilStopped } from './until-stopped.js';

interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly transport?: 'http' | 'stdio';
  readonly config?: string;
  readonly publicDemo?: boolean;
  readonly logFormat?: LogFormat;
  /** False with `--no-watch`. */
  readonly watch: boolean;
}

type LogFormat = 'json' | 'readable';

export const defaultHost = '127.0.0.1';
export const defaultPort = 4711;

export const serveCommand = defineCommand<ServeOptions>({
  name: 'serve',
  summary: 'serve domain packs over HTTP and WebSocket, or over stdio',
  operands: '<folders...>',
  options: [
    { flags: '--port <number>', description: `the port; 0 picks a free one (${defaultPort})`, parse: parsePort },
    { flags: '--host <address>', description: `the address to listen on (${defaultHost})` },
    { flags: '--transport <name>', description: '`http` (with WebSocket) or `stdio` (http)', parse: parseTransport },
    { flags: '--config <file>', description: 'settings that are laid over each pack’s `manglecp.json`' },
    { flags: '--public-demo', description: 'let anybody in without credentials, also from other machines' },
    {
      flags: '--log-format <name>',
      description: '`json` or `readable` (`readable` on a terminal, else `json`)',
      parse: parseLogFormat,
    },
    { flags: '--no-watch', description: 'do not reload when files of a pack change' },
  ],
  examples: ['manglecp serve examples/warehouse', 'manglecp serve my-domain --port 0 --config production.json'],
  run: serve,
});

async function serve(folders: readonly string[], options: ServeOptions, terminal: Terminal): Promise<Outcome> {
  if (options.transport === 'stdio' && folders.length > 1) {
    throw new UsageError('stdio serves one domain; name one folder');
  }
  // The ready line comes first; what is logged before it waits.
  const log: PassThrough & { isTTY?: boolean } = new PassThrough();
  const isReadable = terminal.errors.isTTY === true;
  log.isTTY = options.logFormat === undefined ? isReadable : options.logFormat === 'readable';
  const opened = await openServer(folders, {
    logDestination: log,
    ...(options.config === undefined ? {} : { configFile: options.config }),
  });
  if ('problems' in opened) return { exitCode: 1, note: renderProblems(opened.problems) };
  const announce = (where: string): void => {
    terminal.errors.write(`manglecp ready ${where}\n`);
    log.pipe(openLogStream(terminal.errors));
  };
  surviveStrayErrors(opened.server);
  try {
    return await (options.transport === 'stdio' ? serveLines : serveNetwork)(opened.server, options, {
      terminal,
      announce,
    });
  } catch (error) {
    await opened.server.close();
    if (!(error instanceof SetupError)) throw error;
    const [folder = '.'] = folders;
    const problems = error.problems.map((problem) => ({ file: path.join(folder, 'manglecp.json'), ...problem }));
    return { exitCode: 1, note: renderProblems(problems) };
  }
}

interface Surroundings {
  readonly terminal: Terminal;
  /** Writes the ready line, and from then on what is logged. */
  readonly announce: (where: string) => void;
}

async function serveNetwork(server: Server, options: ServeOptions, { announce }: Surroundings): Promise<Outcome> {
  const { host = defaultHost, port = defaultPort, publicDemo = false } = options;
  const stopped = untilStopped();
  const address = await server.listen({ host, port, isPublicDemo: publicDemo });
  const problems = await server.boot();
  if (problems.length > 0) {
    await server.close();
    return { exitCode: 1, note: renderProblems(problems) };
  }
  if (options.watch) await server.watch();
  announce(address);
  await stopped;
  await server.shutdown();
  return { exitCode: 0 };
}

async function serveLines(
  server: Server,
  options: ServeOptions,
  { terminal, announce }: Surroundings,
): Promise<Outcome> {
  const problems = await server.boot();
  if (problems.length > 0) {
    await server.close();
    return { exitCode: 1, note: renderProblems(problems) };
  }
  if (options.watch) await server.watch();
  const end = new AbortController();
  void untilStopped()
    .then(() => server.drain())
    .then(() => end.abort());
  announce('stdio');
  const token = terminal.environment['MANGLECP_TOKEN'];
  await server.serveStdio({
    input: terminal.input,
    output: terminal.output,
    signal: end.signal,
    ...(token === undefined ? {} : { credentials: { authorization: `Bearer ${token}` } }),
  });
  await server.shutdown();
  return { exitCode: 0 };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a number from 0 to 65535');
}

function parseTransport(text: string): string {
  if (text === 'http' || text === 'stdio') return text;
  throw new InvalidArgumentError('expected `http` or `stdio`');
}

function parseLogFormat(text: string): string {
  if (text === 'json' || text === 'readable') return text;
  throw new InvalidArgumentError('expected `json` or `readable`');
}
