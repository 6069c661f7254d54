/** Beginnings of the keys under which a tab keeps what its user has typed or was sent, until a logout. */
const PREFIX = 'own:'

export const ownDraftKey = (name: string): string => `${PREFIX}${name}`

/** Removes all of it: the next user of this tab may be another person. */
export function dropOwnDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
