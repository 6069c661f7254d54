import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getContentEntry, getPlaceholders, listContent, listContentVersions } from '#contract/operations-content.ts'
import { fromCount } from '#domain/counts.ts'
import { CONSOLE } from '../operator.queries.ts'

export type ContentEntryRow = Reply<typeof listContent>['content'][number]
export type ContentEntry = Reply<typeof getContentEntry>['baseDTO']
export type ContentVersion = Reply<typeof listContentVersions>['content'][number]
export type ContentKind = ContentEntryRow['kind']
export type ContentLanguage = 'fa' | 'en'

/** Identifies the text of an editor. */
export type TextName = { readonly kind: ContentKind; readonly slug: string; readonly language: ContentLanguage }

const meta = { offline: listContent.offline, access: listContent.access } as const

export const contentQuery = (kind: ContentKind) =>
  queryOptions({
    queryKey: [CONSOLE, listContent.path, kind],
    queryFn: async ({ signal }) => (await callApi(listContent, { query: { kind } }, { signal })).content,
    meta,
  })

export const entryQuery = (kind: ContentKind, slug: string) =>
  queryOptions({
    queryKey: [CONSOLE, getContentEntry.path, kind, slug],
    queryFn: async ({ signal }) => (await callApi(getContentEntry, { params: { kind, slug } }, { signal })).baseDTO,
    meta,
  })

export const versionsQuery = ({ kind, slug, language }: TextName) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, listContentVersions.path, kind, slug, language],
    queryFn: ({ pageParam, signal }) =>
      callApi(listContentVersions, { params: { kind, slug, language }, query: { before: pageParam } }, { signal }),
    meta,
  })

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
    meta,
  })

/** The whole content of a version, as lines. */
export const textOf = ({ title, body, contacts }: ContentVersion): string =>
  contacts
    ? Object.entries(contacts)
        .map(([field, value]) => `${field}: ${value}`)
        .join('\n')
    : `${title}\n${body}`

export const placeholdersQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getPlaceholders.path],
    queryFn: async ({ signal }) => (await callApi(getPlaceholders, {}, { signal })).content,
    meta,
  })
