import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { RefusalReply } from '#contract/values.ts'
import type { Language } from '#domain/market-state.ts'
import { describeLifeCycle, MATCHES_MAX } from '#domain/order.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of this route. */
    endpoint?: EndpointShape
  }
}

/** Collects the routes registered from now on into one OpenAPI document, from their contracts. */
export async function collectApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kimia',
        version: '1',
        description: `${DESCRIPTION}\n\n## Proofs\n\n${PROVING}\n\n## Keys for programs\n\n${SIGNING}\n\n## Orders that meet many others\n\n${TURNS}\n\n## Two orders of which one cancels the other (OCO)\n\n${PAIRS}\n\n## The life of an order\n\n${describeLifeCycle()}`,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'Kimia-Key', description: SIGNING },
          cookie: { type: 'apiKey', in: 'cookie', name: 'kimia_session' },
        },
      },
    },
    convertConstToEnum: false,
    transform: ({ url, route: { config } }) => ({
      url,
      schema: config?.endpoint ? describe(config.endpoint) : { hide: true },
    }),
  })
}

/** Serves the document at `/api/openapi.json`, and as a page for people, which `?lang=fa` translates into Persian. */
export function serveApiDocument(api: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  const pages: Partial<Record<Language, string>> = {}
  api.get('/openapi.json', (_request, reply) => reply.send(api.swagger()))
  api.get<{ Querystring: { lang?: unknown } }>('/', ({ query }, reply) => {
    const language = query.lang === 'fa' ? 'fa' : 'en'
    pages[language] ??= apiPage(endpoints, language)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(pages[language])
  })
}

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      description:
        'Send one of your own, 8 to 64 letters, digits and . _ : -, unless the body has a clientOrderId: a repeat under it returns the first outcome, and GET /outcomes/{key} tells what became of a lost answer. Without it the call gets a key that is answered in this header, and a repeat is another call.',
    },
  },
}

/**
 * An endpoint as JSON schemas, for the document alone. Were they attached to the routes, as fastify-type-provider-zod expects, Fastify
 * would check requests a second time after `callReader`.
 */
function describe(endpoint: EndpointShape): FastifySchema {
  const { summary, access, keys, params, query, body, files, money, format = 'json', response, errors } = endpoint
  return {
    summary,
    ...(errors.length > 0 && { description: `Refusals in order of precedence: ${errors.join(', ')}.` }),
    ...(access !== 'public' && { security: [{ bearer: [] }, { cookie: [] }, ...(keys ? [{ key: [keys] }] : [])] }),
    ...(params && { params: named(params) }),
    ...(query && { querystring: named(query) }),
    ...(money && { headers: IDEMPOTENCY_KEY }),
    ...(body && { body: withFiles(jsonSchema(body, 'input'), files) }),
    ...(files && { consumes: ['multipart/form-data'] }),
    response: {
      200: {
        description: format === 'event-stream' ? 'Events, each of which the schema describes' : 'Done',
        content: { [MEDIA_TYPES[format]]: { schema: jsonSchema(response, 'output') } },
      },
      ...refusals(endpoint),
    },
  }
}

/** Lists the parameters by name; a query that accepts anything has none to list. */
function named(schema: z.ZodMiniType): object {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return { type: 'object', properties, required }
}

const withFiles = (schema: z.core.JSONSchema.BaseSchema, files: readonly string[] = []) => ({
  ...schema,
  properties: { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, FILE])) },
})

const FILE = { type: 'string', format: 'binary' }

/** The refusals of an endpoint by their statuses. */
function refusals({ errors }: EndpointShape): Record<string, object> {
  const content = { 'application/json': { schema: jsonSchema(RefusalReply, 'output') } }
  const byStatus = Map.groupBy(errors, (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.map((code) => `${code}: ${REFUSALS[code].en}`).join('\n\n'), content },
    ]),
  )
}

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  'event-stream': 'text/event-stream',
  jpeg: 'image/jpeg',
  file: 'application/octet-stream',
  csv: 'text/csv',
} as const

const EXAMPLE = readFileSync(new URL('./example-program.mjs', import.meta.url), 'utf8')

/** The guide of the API for people. Names and code stay left to right, and everything fits the width of a phone. */
function apiPage(endpoints: readonly EndpointShape[], language: Language): string {
  const words = API_WORDS[language]
  const sections = endpoints.map(
    (
      endpoint,
    ) => `<section><h2 dir="ltr"><b>${endpoint.method}</b> ${endpoint.base ?? '/api'}${html(endpoint.path)}</h2>
<p dir="ltr" lang="en">${html(endpoint.summary)}</p>
<p><small>${facts(endpoint, language).map(html).join(' · ')}</small></p>
${endpoint.errors.length > 0 ? `<ul>${endpoint.errors.map((code) => refusal(code, language)).join('')}</ul>` : ''}</section>`,
  )
  return `<!doctype html><html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><style>
body{font:16px/1.6 system-ui;margin:0 auto;max-width:52rem;padding:1.5rem;background:#0a0d14;color:#eceff4;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0}h2[dir]{text-align:start}b{color:#e0b64c}section{padding:1rem 0;border-top:1px solid #262d3b}
p,ul{margin:.25rem 0}ul{padding-inline-start:1.25rem}a{color:#e0b64c}code{color:#b9c4d6;unicode-bidi:isolate}pre{overflow-x:auto;font-size:.8rem}</style>
<h1>${words.title}</h1><p>${words.document} <a href="/api/openapi.json" dir="ltr">openapi.json</a>.
${html(words.description)} ${words.summaries}</p><h2>${words.provingTitle}</h2>
${paragraphsOf(words.proving)}<h2>${words.signingTitle}</h2>
${paragraphsOf(words.signing)}
<pre dir="ltr"><code>${html(EXAMPLE)}</code></pre><h2>${words.turnsTitle}</h2>
${paragraphsOf(words.turns)}<h2>${words.pairsTitle}</h2>
${paragraphsOf(words.pairs)}${sections.join('\n')}</html>`
}

const paragraphsOf = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${html(paragraph)}</p>`)
    .join('\n')

function facts(endpoint: EndpointShape, language: Language): string[] {
  const words = API_WORDS[language]
  const { access, proof, keys, money, ownBudget, offline, query, body, files, format } = endpoint
  return [
    access === 'proven' ? `${words.access.proven} ${proof}` : words.access[access],
    ...(keys ? [`${words.key} ${keys}`] : []),
    ...(money ? [words.money] : []),
    ...(ownBudget ? [words.ownBudget] : []),
    ...(query ? [words.query] : []),
    ...(body ? [files ? words.multipart : words.json] : []),
    ...(format ? [`${words.answers} ${MEDIA_TYPES[format]}`] : []),
    ...(offline === 'keep' ? [words.keep] : []),
  ]
}

const refusal = (code: EndpointShape['errors'][number], language: Language) =>
  `<li><code>${code}</code> ${REFUSALS[code].status} — ${html(REFUSALS[code][language])}</li>`

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * The words of the API guide around its endpoints. Blank lines separate paragraphs. The names of endpoints, codes and headers are the same
 * in both languages.
 */
export const API_WORDS = {
  fa: {
    title: 'راهنمای برنامه‌نویسی کیمیا',
    document: 'همین راهنما برای ماشین:',
    summaries: 'خلاصهٔ هر فراخوانی به انگلیسی است.',
    description: `مبلغ‌ها و قیمت‌ها متن اعشاری‌اند. هر رد شدن کدی ثابت دارد و هر فراخوانی کدهای خودش را به ترتیب تقدم فهرست می‌کند.
فراخوانی‌ها برای هر کاربر، و بدون نشست برای هر شبکه، شمرده می‌شود؛ پاسخ 429 در Retry-After می‌گوید چند ثانیه صبر کنید. پاسخی که Age دارد شاید تغییرهای همین چند ثانیهٔ آخر را نداشته باشد.`,
    /** How a session renews its proof. */
    provingTitle: 'تأیید دوباره',
    proving: `هر چه محافظت حساب را تغییر دهد یا دسترسی ماندگار بدهد، با PROOF_REQUIRED و مقصودی در baseDTO پاسخ داده می‌شود؛ برای برنامه‌ها هم مثل صفحه‌های خود ما. \
فراخوانی POST /api/users/send-code {"purpose": …} کدی با روش فعلی ورود دومرحله‌ای می‌فرستد (برنامهٔ Authenticator کد خودش را نشان می‌دهد) و \
POST /api/users/prove {"code": …, "purpose": …} آن را می‌گیرد؛ سپس همان فراخوانی تکرار می‌شود. این تأیید ده دقیقه و فقط برای همان مقصود معتبر است \
و با تغییر رمز عبور، ورود دومرحله‌ای، موبایل یا ایمیل تمام می‌شود.

تا ۲۴ ساعت پس از ورود از دستگاه جدید، همه جز تغییر رمز عبور با DEVICE_TOO_NEW پاسخ داده می‌شوند، مگر با برنامهٔ Authenticator، کد بازیابی یا گذرکلیدی که \
پیش از آن ورود داشته‌اید تأیید کنید. برنامه‌ای که کوکی نگه نمی‌دارد در هر ورود دستگاه جدید است.`,
    /** How programs act for a user. */
    signingTitle: 'کلید برنامه‌ها',
    signing: `برنامه با کلیدی به جای کاربر کار می‌کند که کاربر در تنظیمات، با مجوزها، آدرس‌ها و اعتبار آن می‌سازد. \
هر فراخوانی چهار هدر دارد: Kimia-Key، خود کلید؛ Kimia-Time، زمان حال به شکل 2026-11-22T06:30:00.000Z؛ Kimia-Nonce، ۱۶ تا ۶۴ \
حرف، رقم، - یا _ که کلید در یک دقیقهٔ گذشته به کار نبرده است؛ Kimia-Signature، به شکل شانزده‌شانزدهی.

امضا، HMAC-SHA-256 با کلید محرمانه (به همان شکلی که نشان داده شد) روی پنج خط است که با یک line feed به هم می‌پیوندند: زمان، nonce، متد، \
مسیر از /api به بعد با query حرف به حرف، و SHA-256 بدنه به شکل شانزده‌شانزدهی (اگر بدنه‌ای نیست، از هیچ).

هر فراخوانی تا ۳۰ ثانیه از زمان خود و فقط یک بار پذیرفته می‌شود. ساعت می‌تواند یک ثانیه جلو باشد؛ هدر Date هر پاسخ ساعت ما را می‌گوید. \
API_KEY_REFUSED نمی‌گوید چه چیزی نادرست بود. سروری که همین حالا راه افتاده یک ثانیه UNAVAILABLE پاسخ می‌دهد: دوباره امضا کنید و بفرستید. \
هر فراخوانی در زیر مجوزی را که کلید لازم دارد نام می‌برد؛ اگر نام نبرد، با کلید ممکن نیست.`,
    /** Behaviour that a program cannot guess from the shapes of orders. */
    turnsTitle: 'سفارشی که با سفارش‌های زیادی معامله می‌شود',
    turns: `هر سفارش در هر نوبت با حداکثر ${MATCHES_MAX} سفارش دفتر معامله می‌شود تا سفارش کسی زیاد منتظر نماند. \
سفارشی که با بیشتر از این معامله شود، پس از نوبت اول پاسخ می‌گیرد: IS_OPEN است، سفارش بازار هم، با آنچه تا آن لحظه معامله شده است. بعد خودش \
در نوبت‌هایی میان سفارش‌های دیگران ادامه می‌دهد، هر بار با قیمت‌های همان لحظه و نه فراتر از حد اول خودش. GET /api/orders/details/{id} و stream پیشرفت و پایان آن را \
می‌گویند و تا آن زمان می‌توان لغوش کرد.

سفارشی که یا کامل انجام می‌شود یا هیچ (FOK) فقط یک نوبت دارد: اگر باید با سفارش‌های بیشتری معامله کند، با FILL_OR_KILL_NOT_FILLABLE رد می‌شود. \
آن را در چند بخش بفرستید.`,
    pairsTitle: 'دو سفارش که یکی دیگری را لغو می‌کند (OCO)',
    pairs: `POST /api/orders/oco یک سفارش محدود برای سود و یک سفارش حد ضرر را با هم ثبت می‌کند و موجودی فقط یک بار مسدود می‌شود. وقتی یکی معامله یا \
فعال شود، دیگری FINISHED_WITHOUT_TRANSACTION می‌شود؛ لغو هر کدام هر دو را لغو می‌کند. linkedOrderId هر سفارش شناسهٔ دیگری است.`,
    access: {
      public: 'همه',
      user: 'کاربر واردشده',
      authorized: 'کاربر احراز هویت‌شده',
      fresh: 'کاربر واردشده، با مرحلهٔ دوم ده دقیقهٔ اخیر',
      proven: 'کاربر واردشده، با تأییدی در ده دقیقهٔ اخیر برای',
      operator: 'فقط اپراتورها',
    },
    key: 'کلید با مجوز',
    money: 'هدر Idempotency-Key می‌گیرد و برنامه‌ها باید بفرستند',
    ownBudget: 'جدا از بقیهٔ فراخوانی‌ها شمرده می‌شود',
    query: 'پارامترهای query',
    multipart: 'بدنهٔ multipart',
    json: 'بدنهٔ JSON',
    answers: 'پاسخ',
    keep: 'آخرین پاسخ را می‌توان آفلاین نگه داشت',
  },
  en: {
    title: 'Kimia API',
    document: 'The machine-readable document is',
    summaries: '',
    description: `Amounts and prices are decimal text. Every refusal has a stable code; each endpoint lists its own in order of precedence.
Calls are counted by user, and without a session by network; a 429 says in Retry-After how many seconds to wait. An answer with an Age may lack what was committed in its last seconds.`,
    provingTitle: 'Proofs',
    proving: `What changes how an account is protected, and what hands out lasting power, answers PROOF_REQUIRED with a purpose in its baseDTO, to \
programs as to our own pages. POST /api/users/send-code {"purpose": …} sends a code by the present second step (an authenticator shows its own), and \
POST /api/users/prove {"code": …, "purpose": …} takes it: then the call is repeated as it was. A proof stands for ten minutes, is for its purpose \
alone, and is used up by a change of the password, the second step or a contact.

For 24 hours after a login from a new device all but the change of a password answer DEVICE_TOO_NEW, unless an authenticator, recovery code or \
passkey of before that login has proven. A program that keeps no cookies is new at each login.`,
    signingTitle: 'Keys for programs',
    signing: `A program acts for a user by a key, which the user creates in the settings with its rights, addresses and expiry. \
Each call carries four headers: Kimia-Key, the key; Kimia-Time, the present time as 2026-11-22T06:30:00.000Z; Kimia-Nonce, 16 to 64 \
letters, digits, - or _ that the key has not used in the last minute; Kimia-Signature, in hexadecimal.

The signature is HMAC-SHA-256 by the secret, as it was shown, over five lines joined by one line feed each: the time, the nonce, the method, \
the path from /api on with its query letter by letter, and the SHA-256 of the body in hexadecimal (of nothing where there is no body).

A call is taken within 30 seconds of its time, and once. A clock may be ahead by one second; the header Date of every answer tells ours. \
API_KEY_REFUSED does not say what was wrong. A server that has just started answers UNAVAILABLE for a second: sign again and repeat. \
Each endpoint below names the right that a key needs; where it names none, keys are not let in.`,
    turnsTitle: 'Orders that meet many others',
    turns: `In one turn an order meets at most ${MATCHES_MAX} orders of the book, so that nobody's order waits for it for long. \
One that would meet more is answered behind its first turn: it is IS_OPEN, a market order too, with what it has traded so far. It goes on by itself \
in turns with the orders of others, each at the prices of that moment and none beyond its first bound. GET /api/orders/details/{id} and the stream tell \
of its progress and its end, and until then it can be cancelled.

An order that is filled whole or not at all (FOK) has one turn: where it would have to meet more orders, it is refused with FILL_OR_KILL_NOT_FILLABLE. \
Send it in parts.`,
    pairsTitle: 'Two orders of which one cancels the other (OCO)',
    pairs: `POST /api/orders/oco places a limit order that takes the profit and a stop-limit order together, and holds their funds once. When one trades \
or is triggered, the other ends as FINISHED_WITHOUT_TRANSACTION; cancelling either cancels both. The linkedOrderId of each is the id of the other.`,
    access: {
      public: 'anybody',
      user: 'signed in',
      authorized: 'identity verified',
      fresh: 'signed in, with a second step of the last ten minutes',
      proven: 'signed in, with a proof of the last ten minutes for',
      operator: 'operators alone',
    },
    key: 'a key with the right to',
    money: 'takes an Idempotency-Key, which programs are to send',
    ownBudget: 'counted apart from all other calls',
    query: 'query parameters',
    multipart: 'multipart body',
    json: 'JSON body',
    answers: 'answers',
    keep: 'last answer may be kept offline',
  },
} as const

const { description: DESCRIPTION, proving: PROVING, signing: SIGNING, turns: TURNS, pairs: PAIRS } = API_WORDS.en
