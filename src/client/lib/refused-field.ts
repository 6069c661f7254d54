import { ApiRefusal } from './call-api.ts'

/** The field that a refusal names, if the form has it: the sentence is then shown next to the field. */
export function refusedField<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  return error instanceof ApiRefusal ? fields.find((field) => field === error.field) : undefined
}
