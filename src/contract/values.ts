import * as z from 'zod/mini'

/** A non-negative decimal as text; its meaning (tick, step, coin decimals) is checked by the domain. */
export const DecimalText = z.string().check(z.regex(/^\d{1,30}(\.\d{1,30})?$/))

/** Like the above, possibly negative: changes in percent and profits. */
export const SignedDecimalText = z.string().check(z.regex(/^-?\d{1,30}(\.\d{1,30})?$/))

/** ISO 8601 in UTC. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))

/** A calendar day, ISO 8601, Gregorian. */
export const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/** A span of days in a query: the first and the last in Tehran. */
export const daySpan = { from: z.optional(Day), to: z.optional(Day) }

/** The tag or memo of an address. */
export const AddressTag = z.string().check(z.minLength(1), z.maxLength(64))

export const CoinSymbol = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}$/))

export const MARKET_PATTERN = '[A-Z][A-Z0-9_]{1,39}_(TOMAN|TETHER)'

/** `GOLD_TOMAN`: the traded coin, then the coin of its price. */
export const MarketType = z.string().check(z.regex(new RegExp(`^${MARKET_PATTERN}$`)))

export const Id = z.string().check(z.regex(/^\d{1,18}$/))

/** A key that the client creates once per intention and repeats on every retry. */
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

/** Rows per page, as query text. */
export const Size = z.optional(countText(1_000))

/** The paging of a list of one's own items: by `page`, within the reach of numbered pages, or by the cursor `before`, never both. */
export const paging = {
  size: Size,
  page: Page,
  /** `next` of the last answer: the rows after it. Empty: the newest. */
  before: z.optional(z.string().check(z.regex(/^\d{0,18}$/))),
}

/** The channel of a login's second step. */
export const TwoStepType = z.enum(['SMS', 'EMAIL', 'GOOGLE_AUTHENTICATOR'])

/** The envelope of every answer: `message`, and any of `baseDTO`, `content`, `totalPages`, `token`. */
export const replyWith = <const Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  z.object({ message: z.optional(z.string()), ...shape })

/** A part of such a list, newest first. */
export const replyWithRows = <const Row extends z.ZodMiniType>(row: Row) =>
  replyWith({
    content: z.array(row),
    /** Absent if there are no further rows. */
    next: z.optional(Id),
    /** Sent to callers that ask by page; counts only pages that can be requested. */
    totalPages: z.optional(z.int()),
  })

/** The envelope of every refusal. `errors[0]` is the displayed sentence; `field` names the faulty part of the request. */
export const RefusalReply = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.string()),
  field: z.optional(z.string()),
  baseDTO: z.optional(z.unknown()),
})
