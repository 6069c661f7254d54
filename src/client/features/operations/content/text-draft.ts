import * as z from 'zod/mini'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import type { TextName } from './content.queries.ts'

const Draft = z.object({
  fields: z.record(z.string(), z.string()),
  /** The version that the draft is based on. */
  basedOn: z.number(),
})

/** The unsaved text of an operator: it survives a reload, in this tab only. */
export type TextDraft = z.infer<typeof Draft>

const keyOf = ({ kind, slug, language }: TextName) => ownDraftKey(`content:${kind}/${slug}/${language}`)

export function readDraft(name: TextName): TextDraft | undefined {
  try {
    const read = Draft.safeParse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

export const keepDraft = (name: TextName, draft: TextDraft): void =>
  sessionStorage.setItem(keyOf(name), JSON.stringify(draft))

export const dropDraft = (name: TextName): void => sessionStorage.removeItem(keyOf(name))
