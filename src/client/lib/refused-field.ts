import { ApiRefusal } from './call-api.ts'

/** The field that a refusal names, where the form has it: its sentence stands beside that. */
export function refusedField<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  return error instanceof ApiRefusal ? fields.find((field) => field === error.field) : undefined
}
