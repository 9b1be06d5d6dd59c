import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Span } from '../text/source.js';

/** An evaluation that cannot go on because of the values it met; the evaluator turns it into an `EvaluationError`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: DiagnosticCode;
  readonly span: Span;

  constructor(code: DiagnosticCode, span: Span, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.span = span;
  }
}
