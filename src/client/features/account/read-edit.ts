/**
 * `edit` of the address: the form is wanted although its identity code is awaited. What is none is said to be `undefined`: a name left out
 * keeps the text of the address.
 */
export function readEdit({ edit }: Record<string, unknown>): { edit?: true | undefined } {
  return { edit: edit === true ? edit : undefined }
}
