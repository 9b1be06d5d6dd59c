import type { MessageType } from '@manglecp/protocol';
import type { PresentedCredentials } from '../security/create-authenticator.js';

export type TransportName = 'http' | 'websocket' | 'stdio' | 'memory';

/** Where a message came from; what the transport alone can know. */
export interface Connection {
  readonly transport: TransportName;
  /** For rate limits of those who have not said who they are. */
  readonly address: string;
  /** Credentials that came beside the messages: HTTP headers, or the environment of a child process. */
  readonly credentials?: PresentedCredentials;
  /** The types that are taken here; an HTTP endpoint takes one. */
  readonly accepts: readonly MessageType[];
  /** Whether messages that nobody asked for can be sent: progress and new manifests. */
  readonly isSession: boolean;
}

/** What clients may start with on WebSocket and stdio (C-03). */
export const sessionTypes: readonly MessageType[] = ['intent_request', 'invoke_request', 'cancel', 'authenticate'];

/**
 * How a domain looks from one listener. The manifest tells the truth about the listener it is read from: whether it asks
 * for credentials, and where its endpoints are.
 */
export interface Face {
  readonly isAuthRequired: boolean;
  readonly endpoints?: {
    readonly intent_eval: string;
    readonly macro_invoke: string;
    readonly websocket: string;
    /** Below it are the skills that were issued. */
    readonly skills: string;
    readonly schema?: string;
  };
  /** Other domains of the same server; told by the first one. */
  readonly otherDomains?: readonly { readonly id: string; readonly manifest: string }[];
}
