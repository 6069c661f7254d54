import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import type { SandboxInbox } from '../../sandbox-inbox.ts'
import { acceptForms, html, sendPage } from '../../sandbox-pages.ts'
import type { SmsPurpose } from '../sms.ts'

export interface KavenegarSandboxSettings {
  readonly apiKey: string
  readonly templatePrefix: string
  readonly inbox: SandboxInbox
  readonly now: () => Date
}

const Lookup = z.object({ receptor: z.string().min(1), token: z.string().min(1), template: z.string().min(1) })
const SENDER = '10008663'
const COST_RIAL = 850

/** Numbers for which the operator says no, so that the refusal can be seen. Printed on the page. */
const REFUSED_MOBILE = '+989990000000'

/** Kavenegar's side of verify/lookup, to be mounted at /sandbox/kavenegar. What it "sends" goes to the inbox. */
export function kavenegarSandbox(settings: KavenegarSandboxSettings): FastifyPluginCallback {
  const textOf = templatesOf(settings.templatePrefix)
  let messageId = 8_792_343
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/', (_request, reply) => sendPage(reply, { title: 'کاوه‌نگار آزمایشی', body: PAGE }))
    app.route<{ Params: { key: string } }>({
      method: ['GET', 'POST'],
      url: '/v1/:key/verify/lookup.json',
      handler: (request, reply) => {
        if (request.params.key !== settings.apiKey) return refuse(reply, 403, 'کد شناسائی API-Key معتبر نمی باشد')
        const form = Lookup.safeParse(request.method === 'GET' ? request.query : (request.body ?? request.query))
        if (!form.success) return refuse(reply, 400, 'پارامترها ناقص هستند')
        const { receptor, token, template } = form.data
        const mobile = parseMobileNumber(receptor)
        if (mobile === undefined) return refuse(reply, 411, 'دریافت کننده نامعتبر است')
        if (mobile === REFUSED_MOBILE) return refuse(reply, 402, 'عملیات ناموفق بود')
        const text = textOf.get(template)
        if (text === undefined) return refuse(reply, 424, 'الگو پیدا نشد')
        if (/\s/.test(token)) return refuse(reply, 431, 'ساختار کد صحیح نمی باشد')
        const at = settings.now()
        const message = text.replace('%token', token)
        settings.inbox.keep({ to: mobile, channel: 'sms', text: message, code: token, at })
        messageId += 1
        return reply.send({
          return: { status: 200, message: 'تایید شد' },
          entries: [
            {
              messageid: messageId,
              message,
              status: 5,
              statustext: 'ارسال به مخابرات',
              sender: SENDER,
              receptor,
              date: Math.floor(at.getTime() / 1000),
              cost: COST_RIAL,
            },
          ],
        })
      },
    })
    done()
  }
}

/** The vendor repeats its own status as the HTTP status. */
function refuse(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ return: { status, message }, entries: null })
}

function templatesOf(prefix: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(CODE_TEXTS).flatMap(([purpose, texts]) =>
      Object.entries(texts).map(([language, text]) => [`${prefix}-${purpose}-${language}`, text] as const),
    ),
  )
}

const PAGE = html`<section>
  <p>پیامک‌های «فرستاده‌شده» در <a href="/sandbox/inbox">صندوق پیام‌ها</a> است.</p>
  <p>شمارهٔ <bdi dir="ltr">${REFUSED_MOBILE}</bdi> همیشه رد می‌شود تا پیام خطا دیده شود.</p>
  <p lang="en" dir="ltr"><small>Sent messages are in the inbox. The number above is always refused, so that the refusal can be seen.</small></p>
</section>`

/** The approved templates, as the vendor's panel would hold them; %token stands for the code. */
export const CODE_TEXTS = {
  'sign-up': {
    fa: 'به کیمیا خوش آمدید.\nکد ثبت‌نام: %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Welcome to Kimia.\nYour sign-up code: %token\nNever share it.',
  },
  login: {
    fa: 'کیمیا: کد ورود شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your login code is %token\nNever share it.',
  },
  identity: {
    fa: 'کیمیا: کد احراز هویت شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your identity verification code is %token\nNever share it.',
  },
  password: {
    fa: 'کیمیا: کد تغییر رمز عبور %token\nاین کد را به هیچ‌کس ندهید. اگر شما نخواسته‌اید، آن را نادیده بگیرید.',
    en: "Kimia: your password code is %token\nNever share it. If you didn't ask for it, ignore it.",
  },
  'two-step': {
    fa: 'کیمیا: کد ورود دومرحله‌ای %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your two-step verification code is %token\nNever share it.',
  },
  contact: {
    fa: 'کیمیا: کد تغییر موبایل یا ایمیل %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change mobile or email is %token\nNever share it.',
  },
  withdrawal: {
    fa: 'کیمیا: کد برداشت %token\nبا این کد پول از حساب شما می‌رود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your withdrawal code is %token\nIt takes money out of your account. Never share it.',
  },
} satisfies Record<SmsPurpose, Record<'fa' | 'en', string>>
