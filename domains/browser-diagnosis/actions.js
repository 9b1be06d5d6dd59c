// The actions of the domain. They read what was recorded, which the rules read as facts.

import causeFixes from './facts/cause_fix.json' with { type: 'json' };
import components from './facts/component_source.json' with { type: 'json' };
import responses from './facts/net_response.json' with { type: 'json' };
import errors from './facts/recorded_error.json' with { type: 'json' };
import log from './facts/recorded_log.json' with { type: 'json' };
import requests from './facts/recorded_request.json' with { type: 'json' };

/** How long before an error a request or a line of a log may be to have to do with it. */
const windowMs = 5000;

const text = { type: 'string' };
const list = { type: 'array', items: { type: 'object' } };

export const actions = {
  list_console: {
    description: 'List what the console of a session said.',
    input: object({
      session: text,
      level: { type: 'string', enum: ['error', 'warning', 'log'], default: 'error', description: 'Only this level.' },
    }),
    effects: ['none'],
    idempotent: true,
    run: ({ session, level }) => ({
      session,
      entries: level === 'error' ? errors.filter((error) => error.session === session).map(entry) : [],
    }),
  },
  query_console_errors: {
    description: 'Find an error of the console.',
    input: object({ error_id: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ error_id: id }) => {
      const found = errors.find(({ error }) => error === id);
      if (found === undefined) throw new Error(`there is no record of ${id}`);
      return found;
    },
  },
  correlate_network: {
    description: 'Find the requests that failed shortly before an error.',
    input: object({ error: { type: 'object' }, include_network: { type: 'boolean', default: true } }),
    effects: ['none'],
    idempotent: true,
    run: ({ error, include_network: isWanted }) => ({
      requests: requests
        .filter(({ session, time }) => isWanted && session === error.session && isShortlyBefore(time, error.time))
        .map((request) => ({ ...request, status: statusOf(request) }))
        .filter(({ status }) => status >= 400),
    }),
  },
  trace_dom_impact: {
    description: 'Find out whether a component lacks data because of failed requests.',
    input: object({ error: { type: 'object' }, requests: { ...list, default: [] } }),
    effects: ['none'],
    idempotent: true,
    run: ({ error, requests: failed }) => {
      const { file, path } = components.find(({ component }) => component === error.component) ?? {};
      const isMissing = failed.some((request) => request.path === path);
      return { component: error.component, file: file ?? null, data: isMissing ? 'missing' : 'not involved' };
    },
  },
  read_container_log: {
    description: 'Read what the containers logged shortly before an error.',
    input: object({ error: { type: 'object' } }),
    effects: ['none'],
    idempotent: true,
    run: ({ error }) => ({ lines: log.filter(({ time }) => isShortlyBefore(time, error.time)) }),
  },
  derive_root_cause: {
    description: 'Put the findings in order and name the cause.',
    input: object(
      { error: { type: 'object' }, requests: { ...list, default: [] }, impact: { type: 'object' }, log: list },
      ['error'],
    ),
    effects: ['none'],
    idempotent: true,
    run: ({ error, requests: failed, impact, log: lines = [] }) => {
      const events = [
        ...failed.map(({ method, path, status, time }) => [time, `${method} ${path} returned ${status}`]),
        ...lines.map(({ container, message, time }) => [time, `${container}: ${message}`]),
        ...(impact?.data === 'missing' ? [[error.time, `${impact.component} component received null data`]] : []),
        [error.time, error.message],
      ].sort(([a], [b]) => Date.parse(a) - Date.parse(b));
      return {
        causal_chain: events.map(([timestamp, event], at) => ({ step: at + 1, event, timestamp })),
        ...causeOf(error, failed, lines),
      };
    },
  },
  draft_fix: {
    description: 'Write the patch of a known fix.',
    input: object({
      file: { ...text, description: 'The file of a fix candidate' },
      fix: { ...text, description: 'The name of its fix' },
    }),
    effects: ['none'],
    idempotent: true,
    run: ({ file, fix }) => {
      const known = causeFixes.find((each) => each.file === file && each.fix === fix);
      if (known === undefined) throw new Error(`there is no fix ${fix} of ${file}`);
      return { file, fix, patch: known.patch };
    },
  },
};

/** The cause of an error, from the strongest evidence to the weakest. */
function causeOf(error, [request], lines) {
  const failure = lines.find(({ level }) => level === 'error');
  if (failure !== undefined) {
    return { cause: 'backend_failure', root_cause: `${failure.container}: ${failure.message}`, confidence: 0.95 };
  }
  if (request?.status === 404) {
    const rootCause = `API endpoint ${request.path} not registered in router`;
    return { cause: 'missing_route', root_cause: rootCause, confidence: 0.92 };
  }
  if (request !== undefined) {
    return { cause: 'failed_request', root_cause: `${request.path} answered ${request.status}`, confidence: 0.8 };
  }
  return { cause: 'unguarded_access', root_cause: `${error.component} uses what is not there`, confidence: 0.6 };
}

function isShortlyBefore(time, end) {
  const distance = Date.parse(end) - Date.parse(time);
  return distance >= 0 && distance <= windowMs;
}

function statusOf({ session, request }) {
  return responses.find((each) => each.session === session && each.request === request)?.status ?? 0;
}

function entry({ error, message, time }) {
  return { error_id: error, message, time };
}

/** The JSON Schema of an object; without a list of them, members without a default are required. */
function object(properties, required = Object.keys(properties).filter((name) => !('default' in properties[name]))) {
  return { type: 'object', properties, required, additionalProperties: false };
}
