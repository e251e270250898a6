/** One line: the procedure, why it can't be served and described, what to use. */
export class ProcedureError extends TypeError {
  constructor(procedure: string, why: string) {
    super(`procedure ${procedure}: ${why}`);
  }
}
