/** `edit` of the address: the form is wanted although its identity code is awaited. */
export function readEdit({ edit }: Record<string, unknown>): { edit?: true | undefined } {
  return edit === true ? { edit } : {}
}
