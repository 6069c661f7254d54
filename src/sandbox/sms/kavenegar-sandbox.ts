import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { SandboxInbox } from '../inbox.ts'
import { acceptForms, html, sendPage } from '../pages.ts'
import { templatesOf } from './code-texts.ts'

export interface KavenegarSandboxSettings {
  readonly apiKey: string
  readonly templatePrefix: string
  readonly inbox: SandboxInbox
  readonly now: () => Date
}

const Lookup = z.object({
  receptor: z.string().min(1),
  token: z.string().min(1),
  token10: z.string().min(1).optional(),
  token20: z.string().min(1).optional(),
  template: z.string().min(1),
})
const Send = z.object({
  receptor: z.string().min(1),
  message: z.string().min(1),
  sender: z.string().optional(),
})
/** The vendor refuses longer texts with 413. */
const MESSAGE_LETTERS_MAX = 900
const SENDER = '10008663'
const COST_RIAL = 850

/** A number that the operator refuses, so that the refusal can be tried. The page shows it. */
const REFUSED_MOBILE = '+989990000000'

interface Vendor extends KavenegarSandboxSettings {
  readonly textOf: ReadonlyMap<string, string>
}

/** Kavenegar's side of verify/lookup and sms/send. Mount it at /sandbox/kavenegar. Its messages go to the inbox. */
export function kavenegarSandbox(settings: KavenegarSandboxSettings): FastifyPluginCallback {
  const vendor = { ...settings, textOf: templatesOf(settings.templatePrefix) }
  let messageId = 8_792_343
  const answer =
    (read: typeof readLookup) => (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
      if (request.params.key !== settings.apiKey) return refuse(reply, 403, 'کد شناسائی API-Key معتبر نمی باشد')
      const sent = read(vendor, request.method === 'GET' ? request.query : (request.body ?? request.query))
      if (sent.status !== 200) return refuse(reply, sent.status, sent.message)
      const at = settings.now()
      messageId += 1
      settings.inbox.keep({ to: sent.mobile, channel: 'sms', text: sent.message, code: sent.code, at })
      return reply.send({
        return: { status: 200, message: 'تایید شد' },
        entries: [
          {
            messageid: messageId,
            message: sent.message,
            status: 5,
            statustext: 'ارسال به مخابرات',
            sender: SENDER,
            receptor: sent.mobile,
            date: Math.floor(at.getTime() / 1000),
            cost: COST_RIAL,
          },
        ],
      })
    }
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/', (_request, reply) => sendPage(reply, { title: 'کاوه‌نگار آزمایشی', body: PAGE }))
    app.route({ method: ['GET', 'POST'], url: '/v1/:key/verify/lookup.json', handler: answer(readLookup) })
    app.route({ method: ['GET', 'POST'], url: '/v1/:key/sms/send.json', handler: answer(readSend) })
    done()
  }
}

type Read =
  | { readonly status: 200; readonly mobile: MobileNumber; readonly message: string; readonly code: string | undefined }
  | { readonly status: 400 | 402 | 411 | 413 | 424 | 431; readonly message: string }

const INCOMPLETE: Read = { status: 400, message: 'پارامترها ناقص هستند' }
const MALFORMED: Read = { status: 431, message: 'ساختار کد صحیح نمی باشد' }

function readLookup({ textOf }: Vendor, asked: unknown): Read {
  const form = Lookup.safeParse(asked)
  if (!form.success) return INCOMPLETE
  const { receptor, token, token10, template } = form.data
  const text = textOf.get(template)
  if (text === undefined) return { status: 424, message: 'الگو پیدا نشد' }
  if (/\s/.test(token)) return MALFORMED
  for (const { name, spacesMax } of TOKENS) {
    const { [name]: filled } = form.data
    if (text.includes(`%${name}`) !== (filled !== undefined)) return MALFORMED
    if ((filled?.match(/\s/g)?.length ?? 0) > spacesMax) return MALFORMED
  }
  const { token20 = '' } = form.data
  const message = text
    .replace('%token20', () => token20)
    .replace('%token10', () => token10 ?? '')
    .replace('%token', () => token)
  return toReceptor(receptor, { message, code: token })
}

/** The optional tokens, with how many spaces each may have. */
const TOKENS = [
  { name: 'token10', spacesMax: 5 },
  { name: 'token20', spacesMax: 8 },
] as const

function readSend(_vendor: Vendor, asked: unknown): Read {
  const form = Send.safeParse(asked)
  if (!form.success) return INCOMPLETE
  const { receptor, message } = form.data
  if (message.length > MESSAGE_LETTERS_MAX) return { status: 413, message: 'پیام خالی یا بیش از حد مجاز است' }
  return toReceptor(receptor, { message, code: undefined })
}

function toReceptor(receptor: string, sent: { message: string; code: string | undefined }): Read {
  const mobile = parseMobileNumber(receptor)
  if (mobile === undefined) return { status: 411, message: 'دریافت کننده نامعتبر است' }
  return mobile === REFUSED_MOBILE ? { status: 402, message: 'عملیات ناموفق بود' } : { status: 200, mobile, ...sent }
}

/** The vendor repeats its own status as the HTTP status. */
function refuse(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ return: { status, message }, entries: null })
}

const PAGE = html`<section>
  <p>پیامک‌های «فرستاده‌شده» در <a href="/sandbox/inbox">صندوق پیام‌ها</a> است.</p>
  <p>شمارهٔ <bdi dir="ltr">${REFUSED_MOBILE}</bdi> همیشه رد می‌شود تا پیام خطا دیده شود.</p>
  <p lang="en" dir="ltr"><small>Sent messages are in the inbox. The number above is always refused, so that the refusal can be seen.</small></p>
</section>`
