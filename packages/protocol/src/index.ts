// Versions and limits.
export { protocolVersion, supportedVersions } from './version.js';
export { defaultLimits, type EffectiveLimits, stricterLimits } from './limits.js';

// Whole messages.
export {
  type AnyMessage,
  checkVersion,
  decodeMessage,
  type DecodeOptions,
  encodeMessage,
  makeMessage,
  type Message,
  parseMessage,
  parseMessageInSlices,
} from './codec.js';

// Messages in steps.
export { checkType, type Envelope, envelopeId, readEnvelope } from './messages/envelope.js';
export { readPayload } from './messages/read-payload.js';
export type { SchemaError } from './messages/schema-errors.js';
export {
  isMessageType,
  type MessageSpec,
  type MessageType,
  messageTypes,
  type Payload,
} from './messages/message-types.js';

// What messages hold.
export type {
  ExternalPredicate,
  IntentDeclaration,
  Limits,
  Manifest,
  PredicateDeclaration,
} from './messages/manifest.js';
export type { Constraints, DisclosurePreference, IntentRequest } from './messages/intent-request.js';
export type { IntentResponse, ProofHints, RuleCoverage } from './messages/intent-response.js';
export {
  type ContextInjection,
  type ContextResource,
  type DisclosureLevel,
  disclosureLevels,
  type MacroTool,
  type Safety,
  type SkillReference,
} from './messages/macro-tool.js';
export { resourceUri, safetyOf, type ToolValidity, validityOf } from './read-macro-tool.js';
export type { Skill } from './messages/skill.js';
export type { InvokeRequest } from './messages/invoke-request.js';
export type {
  InvocationEvent,
  InvokeResponse,
  Observability,
  StateDelta,
  SuggestedIntent,
} from './messages/invoke-response.js';
export type { Progress } from './messages/progress.js';
export type { Cancel } from './messages/cancel.js';
export type { Authenticate } from './messages/authenticate.js';
export type { AuthenticateResponse } from './messages/authenticate-response.js';
export type {
  AssertedFact,
  Descriptor,
  FactPattern,
  Provenance,
  StructuredFact,
  TemporalAnnotation,
  Time,
  WireFact,
} from './messages/wire-fact.js';

// Errors.
export { type ErrorPayload, ProtocolError, type ProtocolErrorOptions } from './errors/protocol-error.js';
export {
  type ErrorCode,
  errorSpec,
  type ErrorSpec,
  errorSpecs,
  extensionSpecs,
  type StandardErrorCode,
} from './errors/registry.js';

// Facts.
export { checkFacts, type FactsChecked } from './facts/check-facts.js';
export type { CheckedFact } from './facts/check-fact.js';
export { checkRequired } from './facts/check-required.js';
export { checkReserved, reservedPrefix } from './facts/check-reserved.js';
export { type FactsProfile, factsProfileOf } from './facts/facts-profile.js';
export { suggestName } from './facts/suggest-name.js';
export { type Issue, issues, issueSpecs, type Violation, violationError } from './facts/violation.js';
export type { Interval } from './facts/read-interval.js';
export { applyDelta, factsToSend, matchesPattern } from './facts/delta.js';
export { fromStructured, StructureError, toStructured } from './facts/structured.js';
export { formatTime, readTime, type TimeContext, TimeError } from './facts/time.js';
export { int64Json } from './facts/int64.js';

// JSON.
export { type Json, JsonNumber, type JsonObject } from './json/json.js';
export { JsonError, type JsonFault, jsonFaults } from './json/json-error.js';
export { maxJsonDepth, parseJson, parseJsonInSlices, type ParseOptions } from './json/parse-json.js';
export { encodeJson } from './json/encode-json.js';
export { plainJson } from './json/plain-json.js';
export { isList, isObject } from './json/kinds.js';
