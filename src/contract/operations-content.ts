import * as z from 'zod/mini'
import { CONTENT_KINDS, CONTENT_POSITION_MAX, GROWING_KINDS, hasControls } from '#domain/content.ts'
import { ContentSlug } from './content.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { ContactFacts, Language } from './exchange-info.ts'
import { Cursor, Reason } from './operations.ts'
import { Id, Instant, replyWith, replyWithRows } from './values.ts'

export const ContentKind = z.enum(CONTENT_KINDS)
/** Its length is checked on saving, with a refusal of its own; a request has 64 kB at most. */
const Written = z.string().check(z.refine((text) => !hasControls(text)))
const Version = z.int().check(z.minimum(1), z.maximum(1_000_000))
/** The version that was read; 0 if there was none. */
const BasedOn = z.int().check(z.minimum(0), z.maximum(1_000_000))
const Position = z.int().check(z.minimum(0), z.maximum(CONTENT_POSITION_MAX))

export const ContentTextRow = z.object({
  title: z.string(),
  /** The newest version; 0: it does not exist in this language. */
  newest: z.int(),
  /** The version that visitors read; `null`: none. */
  published: z.nullable(z.int()),
  writtenAt: z.nullable(Instant),
})

export const ContentEntryRow = z.object({
  kind: ContentKind,
  slug: ContentSlug,
  position: z.int(),
  texts: z.object({ fa: ContentTextRow, en: ContentTextRow }),
})

export const ContentVersion = z.object({
  version: z.int(),
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  /** For exchange info, instead of title and body. */
  contacts: z.nullable(ContactFacts),
  at: Instant,
  /** The name of the operator; `null` if it came with the product. */
  by: z.nullable(z.string()),
})

export const ContentPublication = z.object({
  /** `null`: withdrawn. */
  version: z.nullable(z.int()),
  at: Instant,
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

const entry = z.strictObject({ kind: ContentKind, slug: ContentSlug })
const text = z.strictObject({ kind: ContentKind, slug: ContentSlug, language: Language })
const act = { method: 'POST', access: 'operator', offline: 'never' } as const

export const listContent = defineEndpoint({
  ...operatorRead,
  right: 'CONTENT_READ',
  path: '/operations/content',
  summary: 'The entries of a kind in their order, with what each language has',
  query: z.strictObject({ kind: ContentKind }),
  response: replyWith({ content: z.array(ContentEntryRow) }),
})

export const getPlaceholders = defineEndpoint({
  ...operatorRead,
  right: 'CONTENT_READ',
  path: '/operations/content/placeholders',
  summary: 'The names that texts may have in braces, with their values in both languages',
  response: replyWith({ content: z.array(z.object({ name: z.string(), fa: z.string(), en: z.string() })) }),
})

export const getContentEntry = defineEndpoint({
  ...operatorRead,
  right: 'CONTENT_READ',
  path: '/operations/content/:kind/:slug',
  summary: 'An entry with the newest version of both languages',
  params: entry,
  response: replyWith({
    baseDTO: z.object({
      entry: ContentEntryRow,
      newest: z.object({ fa: z.nullable(ContentVersion), en: z.nullable(ContentVersion) }),
    }),
  }),
  errors: ['CONTENT_NOT_FOUND'],
})

export const listContentVersions = defineEndpoint({
  ...operatorRead,
  right: 'CONTENT_READ',
  path: '/operations/content/:kind/:slug/:language/versions',
  summary: 'The versions of a text, newest first, and its newest publications',
  params: text,
  query: z.strictObject({ before: Cursor }),
  response: z.extend(replyWithRows(ContentVersion), {
    baseDTO: z.object({ published: z.nullable(z.int()), publications: z.array(ContentPublication) }),
  }),
  errors: ['CONTENT_NOT_FOUND'],
})

export const addContentEntry = defineEndpoint({
  ...act,
  right: 'CONTENT_CHANGE',
  path: '/operations/content',
  summary: 'Adds an entry without texts; an article is named for its coin',
  body: z.strictObject({ kind: z.enum(GROWING_KINDS), slug: ContentSlug, position: Position }),
  response: replyWith({}),
  errors: ['COIN_NOT_FOUND', 'CONTENT_EXISTS'],
})

export const moveContentEntry = defineEndpoint({
  ...act,
  right: 'CONTENT_PUBLISH',
  path: '/operations/content/:kind/:slug/position',
  summary: 'Gives an entry another place in its list',
  params: entry,
  body: z.strictObject({ position: Position, reason: Reason }),
  response: replyWith({}),
  errors: ['CONTENT_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const previewContent = defineEndpoint({
  ...act,
  right: 'CONTENT_READ',
  path: '/operations/content/preview',
  summary: 'A text as visitors would read it',
  body: z.strictObject({ language: Language, title: Written, body: Written }),
  response: replyWith({ baseDTO: z.object({ title: z.string(), html: z.string() }) }),
  errors: ['CONTENT_TOO_LONG'],
})

export const saveContent = defineEndpoint({
  ...act,
  right: 'CONTENT_CHANGE',
  path: '/operations/content/:kind/:slug/:language',
  summary: 'Saves the next version of a text, which visitors read when it is published',
  params: z.strictObject({
    kind: z.enum(['PAGE', 'FAQ', 'HEADING', 'MANUAL', 'ARTICLE']),
    slug: ContentSlug,
    language: Language,
  }),
  body: z.strictObject({ title: Written, body: Written, basedOn: BasedOn }),
  response: replyWith({ baseDTO: ContentVersion }),
  errors: [
    'CONTENT_EMPTY',
    'CONTENT_TOO_LONG',
    'CONTENT_PLACEHOLDER_UNKNOWN',
    'CONTENT_NOT_FOUND',
    'CONTENT_CHANGED',
    'NOTHING_TO_CHANGE',
  ],
})

export const saveExchangeInfo = defineEndpoint({
  ...act,
  right: 'CONTENT_CHANGE',
  path: '/operations/content/exchange-info/:language',
  summary: 'Saves the next version of how to reach the exchange',
  params: z.strictObject({ language: Language }),
  body: z.strictObject({
    address: Written,
    email: Written,
    number: Written,
    telegram: Written,
    instagram: Written,
    linkedin: Written,
    twitter: Written,
    whatsapp: Written,
    appAndroid: Written,
    appIOS: Written,
    blog: Written,
    basedOn: BasedOn,
  }),
  response: replyWith({ baseDTO: ContentVersion }),
  errors: ['CONTENT_FIELD_INVALID', 'CONTENT_NOT_FOUND', 'CONTENT_CHANGED', 'NOTHING_TO_CHANGE'],
})

export const publishContent = defineEndpoint({
  ...act,
  right: 'CONTENT_PUBLISH',
  path: '/operations/content/:kind/:slug/:language/publish',
  freshCode: true,
  summary:
    'Shows a version to visitors; an older one than now is shown is a roll-back. Pages and how to reach the exchange are proposed',
  params: text,
  /** `replaces`: the published version that the operator saw; `null` if there was none. */
  body: z.strictObject({ version: Version, replaces: z.nullable(Version), reason: Reason }),
  /** `null` if it is done; otherwise the proposal that another operator must approve. */
  response: replyWith({ baseDTO: z.object({ id: z.nullable(Id) }) }),
  errors: ['CONTENT_NOT_FOUND', 'CONTENT_CHANGED', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const withdrawContent = defineEndpoint({
  ...act,
  right: 'CONTENT_PUBLISH',
  path: '/operations/content/:kind/:slug/:language/withdraw',
  summary: 'Takes a text of a list from visitors',
  params: z.strictObject({ kind: z.enum(GROWING_KINDS), slug: ContentSlug, language: Language }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: z.nullable(Id) }) }),
  errors: ['CONTENT_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})
