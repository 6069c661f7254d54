import type * as z from 'zod/mini'

/** Reads a draft that this tab stores under a key; `undefined` if its shape is not today's. */
export function readDraft<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | undefined {
  try {
    const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : undefined
  } catch {
    return undefined
  }
}

/** In a browser that refuses storage, a reload loses the draft, and nothing else is lost. */
export function keepDraft(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key)
