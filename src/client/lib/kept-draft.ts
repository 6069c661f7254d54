import type * as z from 'zod/mini'

/** A draft that this tab keeps under a key, or nothing where it is not one of today's shape. */
export function readDraft<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | undefined {
  try {
    const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : undefined
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing loses a draft at a reload, and nothing else. */
export function keepDraft(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key)
