import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { acceptForms, html, sendPage } from '../pages.ts'
import {
  createOpenidProvider,
  loginPathOf,
  type OpenidSandboxSettings,
  type SandboxPerson,
  subjectOf,
} from './openid-provider.ts'

/** The greatest number of people who have signed on since the start. */
const PEOPLE_MAX = 1_000

const Choice = z.object({
  email: z.string().trim().toLowerCase().max(254).optional(),
  isProven: z.literal('on').optional(),
  deny: z.string().optional(),
})

/**
 * Single sign-on with a simulated vendor on this server: a person types any e-mail address to sign on as its owner, and may also refuse.
 * Mount it at /sandbox/oidc. None of it is loaded before its first use.
 */
export function openidSandbox(settings: OpenidSandboxSettings): FastifyPluginCallback {
  const people = new Map<string, SandboxPerson>()
  let made: Promise<Provider> | undefined
  const provider = () => {
    made ??= createOpenidProvider(settings, people)
    return made
  }
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: TITLE, body: HOME }))
    app.register(loginPages(provider, people))
    app.register(passOn(provider))
    done()
  }
}

const TITLE = 'ورود یکپارچهٔ آزمایشی · Sandbox sign-on'

const HOME = html`<section>
  <p>در صفحهٔ ورود «ورود با گوگل» را بزنید؛ این‌جا هر ایمیلی را که بنویسید، همان شخص هستید.</p>
  <p lang="en" dir="ltr"><small>Choose “Continue with Google” on the login page. Here you are whoever's email you type.</small></p>
</section>`

/** The provider's own page, which asks who is signing on. */
function loginPages(provider: () => Promise<Provider>, people: Map<string, SandboxPerson>): FastifyPluginCallback {
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/login/:uid', async (request, reply) => {
      const details = await detailsOf(await provider(), request, reply)
      return details ? sendPage(reply, { title: TITLE, body: form(details.uid) }) : sendExpired(reply)
    })
    app.post('/login/:uid', async (request, reply) => {
      const oidc = await provider()
      const details = await detailsOf(oidc, request, reply)
      if (!details) return sendExpired(reply)
      const choice = Choice.safeParse(request.body)
      if (!choice.success || (choice.data.deny === undefined && !choice.data.email?.includes('@')))
        return sendPage(reply, { title: TITLE, status: 400, body: form(details.uid, true) })
      const result =
        choice.data.deny === undefined
          ? { login: { accountId: remember(people, choice.data), remember: false } }
          : DENIED
      reply.hijack()
      await oidc.interactionFinished(request.raw, reply.raw, result)
    })
    done()
  }
}

const DENIED = { error: 'access_denied', error_description: 'the person said no' }

function remember(people: Map<string, SandboxPerson>, { email = '', isProven }: z.output<typeof Choice>): string {
  const accountId = subjectOf({ email })
  const [oldest] = people.keys()
  if (people.size >= PEOPLE_MAX && oldest !== undefined) people.delete(oldest)
  people.set(accountId, { email, isProven: isProven === 'on' })
  return accountId
}

/** `undefined` if the sign-on is over, or belongs to another browser. */
async function detailsOf(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  return provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
}

const sendExpired = (reply: FastifyReply) =>
  sendPage(reply, {
    title: TITLE,
    status: 400,
    body: html`<section class="fault">
  <p>این ورود پایان یافته است؛ از صفحهٔ ورود کیمیا دوباره شروع کنید.</p>
  <p lang="en" dir="ltr"><small>This sign-on is over. Start again from Kimia's login page.</small></p>
</section>`,
  })

const form = (uid: string, isWrong = false) => html`<section>
  <form method="post" action="${loginPathOf(uid)}">
    ${isWrong ? html`<p class="fault">یک ایمیل بنویسید. <small lang="en" dir="ltr">Type an email address.</small></p>` : undefined}
    <p><label for="email">ایمیل شما نزد ارائه‌دهنده · <span lang="en">Your email at the provider</span></label></p>
    <input id="email" name="email" type="text" inputmode="email" dir="ltr" autocomplete="off" value="mina@example.com">
    <p><label><input type="checkbox" name="isProven" checked style="width: auto; min-height: 0"> ایمیل تأیید شده است · <span lang="en">the email is verified</span></label></p>
    <button type="submit">ورود · <span lang="en">Sign on</span></button>
    <button type="submit" class="plain" name="deny" value="yes">انصراف · <span lang="en">Cancel</span></button>
  </form>
</section>`

/** Passes all other requests to the provider, which reads and answers them itself. */
function passOn(provider: () => Promise<Provider>): FastifyPluginCallback {
  return (app: FastifyInstance, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, read) => read(null))
    app.all('/*', async (request, reply) => {
      const handle = (await provider()).callback()
      const raw = Object.assign(request.raw, { originalUrl: request.raw.url })
      raw.url = (request.raw.url ?? '').slice(MOUNTED_AT.length)
      reply.hijack()
      await handle(raw, reply.raw)
    })
    done()
  }
}

const MOUNTED_AT = '/sandbox/oidc'
