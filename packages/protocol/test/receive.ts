import {
  checkFacts,
  checkRequired,
  checkReserved,
  checkType,
  checkVersion,
  defaultLimits,
  envelopeId,
  factsProfileOf,
  type IntentRequest,
  type Json,
  type JsonObject,
  type Manifest,
  parseMessage,
  ProtocolError,
  readEnvelope,
  readPayload,
  readTime,
  TimeError,
  violationError,
} from '@manglecp/protocol';

/** What a receiver makes of a message. */
export interface Received {
  /** What an error about it carries as id. */
  readonly id: string | null;
  readonly error?: ProtocolError;
}

const now = 1_772_356_500_000_000_000n;

/** The checks of a server that are about one message, in the order of C-105, with the declarations of a manifest. */
export function receive(bytes: Uint8Array, manifest: Manifest): Received {
  let json: Json = null;
  try {
    if (bytes.length > defaultLimits.max_message_bytes) {
      throw new ProtocolError('message_too_large', 'too large', {
        details: { limit: defaultLimits.max_message_bytes },
      });
    }
    json = parseMessage(bytes);
    const envelope = readEnvelope(json);
    checkVersion(envelope);
    const type = checkType(envelope, ['intent_request', 'invoke_request', 'cancel', 'authenticate']);
    const payload = readPayload(type, envelope.payload);
    checkEvalTime(envelope.payload, manifest);
    if (type === 'intent_request') checkIntent(payload as IntentRequest, manifest);
    return { id: envelopeId(json) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { id: envelopeId(json), error };
  }
}

function checkEvalTime({ eval_time: time = null }: JsonObject, { facts_profile: profile }: Manifest): void {
  try {
    if (time !== null) readTime(time, { now, formats: profile.time_formats });
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    const fault = { path: '/eval_time', keyword: 'format', message: error.message };
    throw new ProtocolError('malformed_message', error.message, { details: { schema_errors: [fault] } });
  }
}

function checkIntent({ intent, facts = [] }: IntentRequest, manifest: Manifest): void {
  const limit = manifest.limits.max_facts_per_request;
  if (facts.length > limit) {
    throw new ProtocolError('too_many_facts', 'too many', { details: { limit, actual: facts.length } });
  }
  const checked = checkFacts(facts, factsProfileOf(manifest), { now });
  const violations = [...checkReserved(facts), ...checked.violations].sort((a, b) => a.fact_index - b.fact_index);
  if (violations.length > 0) throw violationError(violations);
  const declared = manifest.intents?.find(({ name }) => name === intent.name);
  const missing = checkRequired(declared?.required_facts ?? [], checked.facts);
  if (missing.length > 0) throw violationError(missing);
}
