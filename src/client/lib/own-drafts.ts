/** The prefix of the sessionStorage keys that a logout clears: they hold texts that the user of this tab has typed or received. */
const PREFIX = 'own:'

export const ownDraftKey = (name: string): string => `${PREFIX}${name}`

/** Removes them all: the next user of this tab may be another person. */
export function dropOwnDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
