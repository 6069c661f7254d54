import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getContentEntry, getPlaceholders, listContent, listContentVersions } from '#contract/operations-content.ts'
import { fromCount } from '#domain/counts.ts'
import { answerOf, CONSOLE, consolePages, consoleQuery, contentOf } from '../operator.queries.ts'

export type ContentEntryRow = Reply<typeof listContent>['content'][number]
export type ContentEntry = Reply<typeof getContentEntry>['baseDTO']
export type ContentVersion = Reply<typeof listContentVersions>['content'][number]
export type ContentKind = ContentEntryRow['kind']
export type ContentLanguage = 'fa' | 'en'

/** The newest version of a text and the published one; 0 and `null` for none. */
export type TextState = ContentEntryRow['texts'][ContentLanguage]

/** Identifies the text of an editor. */
export type TextName = { readonly kind: ContentKind; readonly slug: string; readonly language: ContentLanguage }

export const contentQuery = (kind: ContentKind) =>
  queryOptions({ ...consoleQuery(listContent, { query: { kind } }), select: contentOf })

export const entryQuery = (kind: ContentKind, slug: string) =>
  queryOptions({ ...consoleQuery(getContentEntry, { params: { kind, slug } }), select: answerOf })

export const versionsQuery = ({ kind, slug, language }: TextName) =>
  consolePages(listContentVersions, (before) => ({ params: { kind, slug, language }, query: { before } }))

/** Reads one version. The list is sorted newest first, and its cursor is a version. */
export async function readVersion(name: TextName, version: number): Promise<ContentVersion> {
  const before = String(fromCount(version) + 1n)
  const { content } = await callApi(listContentVersions, { params: { ...name }, query: { before } })
  const found = content.find((each) => each.version === version)
  if (!found) throw new Error(`version ${version} is not in the list before ${before}`)
  return found
}

/** A single version; `null` means no version. */
export const versionQuery = (name: TextName, version: number | null) =>
  queryOptions({
    queryKey: [CONSOLE, listContentVersions.path, name.kind, name.slug, name.language, 'one', version],
    queryFn: () => (version === null ? null : readVersion(name, version)),
    meta: { offline: listContentVersions.offline, access: listContentVersions.access },
  })

/** The whole content of a version, as lines. */
export const textOf = ({ title, body, contacts }: ContentVersion): string =>
  contacts
    ? Object.entries(contacts)
        .map(([field, value]) => `${field}: ${value}`)
        .join('\n')
    : `${title}\n${body}`

export const placeholdersQuery = () => queryOptions({ ...consoleQuery(getPlaceholders, {}), select: contentOf })
