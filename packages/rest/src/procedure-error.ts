/** A procedure that can't be both served and described. One line says which, why, and what to use. */
export class ProcedureError extends TypeError {
  constructor(procedure: string, why: string) {
    super(`procedure ${procedure}: ${why}`);
  }
}
