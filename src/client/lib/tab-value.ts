import type * as z from 'zod/mini'

/** A value in this tab's sessionStorage: a reload keeps it, and another tab does not see it. */
export interface TabValue<Value> {
  /** `undefined` if nothing is stored, or if its shape is not today's. */
  readonly read: () => Value | undefined
  readonly keep: (value: Value) => void
  readonly drop: () => void
}

/** The prefix of the keys that a logout clears, also those that outlive the tab. */
export const WIPED = 'own:'

/**
 * The value of this name. Texts that the user has typed or received are `wipedAtLogout`, since the next user of the tab may be another person. In a
 * browser that refuses storage, a reload loses the value, and nothing else is lost.
 */
export function tabValue<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  { wipedAtLogout }: { readonly wipedAtLogout: boolean },
): TabValue<z.output<Schema>> {
  const key = wipedAtLogout ? WIPED + name : name
  return {
    read: () =>
      attempt(() => {
        const stored = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
        return stored.success ? stored.data : undefined
      }),
    keep: (value) => attempt(() => sessionStorage.setItem(key, JSON.stringify(value))),
    drop: () => attempt(() => sessionStorage.removeItem(key)),
  }
}

/** Part of a logout. */
export function wipeTabValues(): void {
  attempt(() => {
    for (const store of [sessionStorage, localStorage])
      for (const key of Object.keys(store)) if (key.startsWith(WIPED)) store.removeItem(key)
  })
}

/** The storage's result; `undefined` if the browser refuses the storage. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
