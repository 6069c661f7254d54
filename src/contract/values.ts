import * as z from 'zod/mini'
import { plainLineOf, plainTextOf } from '#domain/plain-text.ts'

/** A non-negative decimal as text; its meaning (tick, step, coin decimals) is checked by the domain. */
export const DecimalText = z.string().check(z.regex(/^\d{1,30}(\.\d{1,30})?$/))

/** As above, possibly negative: changes in percent and profits. */
export const SignedDecimalText = z.string().check(z.regex(/^-?\d{1,30}(\.\d{1,30})?$/))

/** ISO 8601 in UTC. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))

/** A calendar day, ISO 8601, Gregorian. */
export const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

export const CoinSymbol = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}$/))

/** `GOLD_TOMAN`: what is traded, then what it is priced in. */
export const MarketType = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}_(TOMAN|TETHER)$/))

export const Id = z.string().check(z.regex(/^\d{1,18}$/))

/** A name or another line in somebody's own words, read as it is kept. */
export const Line = (least: number, most: number) =>
  z.string().check(z.overwrite(plainLineOf), z.minLength(least), z.maxLength(most))

/** The same of several lines. */
export const Words = (least: number, most: number) =>
  z.string().check(z.overwrite(plainTextOf), z.minLength(least), z.maxLength(most))

/** A key that the client makes once per intention and repeats on every retry of it. */
export const ClientKey = z.string().check(z.regex(/^[A-Za-z0-9._:-]{8,64}$/))

const countText = (most: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^[1-9]\d{0,5}$/),
      z.refine((text) => Number(text) <= most),
    ),
    z.transform((text: string) => Number(text)),
  )

/** A whole number as query text. */
export const WholeNumber = z.pipe(
  z.string().check(z.regex(/^-?\d{1,12}$/)),
  z.transform((text: string) => Number(text)),
)

/** Yes or no as query text. */
export const Flag = z.optional(z.enum(['true', 'false']))

/** Page number, from 1, as query text. */
export const Page = z.optional(countText(100_000))

/** Rows a page, as query text. */
export const Size = z.optional(countText(1_000))

/** How a list of one's own things is asked for: by `page`, as far as pages reach, or by the cursor `before`, never both. */
export const paging = {
  size: Size,
  page: Page,
  /** What the last answer called `next`: the rows after it. Empty: the newest. */
  before: z.optional(z.string().check(z.regex(/^\d{0,18}$/))),
}

/** How the second step of a login goes. */
export const TwoStepType = z.enum(['SMS', 'EMAIL', 'GOOGLE_AUTHENTICATOR'])

/** The envelope of every answer: `message`, and whichever of `baseDTO`, `content`, `totalPages`, `token` it carries. */
export const replyWith = <const Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  z.object({ message: z.optional(z.string()), ...shape })

/** A part of such a list, newest first. */
export const replyWithRows = <const Row extends z.ZodMiniType>(row: Row) =>
  replyWith({
    content: z.array(row),
    /** Absent where nothing comes after these rows. */
    next: z.optional(Id),
    /** Answered to those who ask by page; counts no page that would be refused. */
    totalPages: z.optional(z.int()),
  })

/** The envelope of every refusal. `errors[0]` is the sentence shown; `field` names what was wrong in the request. */
export const RefusalReply = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.string()),
  field: z.optional(z.string()),
  baseDTO: z.optional(z.unknown()),
})
