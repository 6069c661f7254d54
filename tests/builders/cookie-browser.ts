interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly form?: Readonly<Record<string, string>>
  readonly json?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser without a screen: it keeps cookies for each host name, as browsers do, and returns redirects instead of following them. */
export class CookieBrowser {
  readonly #jar = new Map<string, Map<string, string>>()

  /** One request. */
  async go(address: URL | string, { form, json, headers: more, method = form || json ? 'POST' : 'GET' }: Sent = {}) {
    const url = new URL(address)
    const cookies = this.#jar.get(url.hostname) ?? new Map<string, string>()
    this.#jar.set(url.hostname, cookies)
    const headers = new Headers({ ...more, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
    // The header that our own pages send with every call.
    if (url.pathname.startsWith('/api/')) headers.set('x-kimia-client', 'web')
    if (json) headers.set('content-type', 'application/json')
    const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : null
    const response = await fetch(url, { method, body, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const isGone = attributes.some((text) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(text))
      if (isGone) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      to: location === null ? undefined : new URL(location, url),
      text: await response.text(),
      headers: response.headers,
    }
  }

  cookie(hostname: string, name: string): string | undefined {
    return this.#jar.get(hostname)?.get(name)
  }

  setCookie(hostname: string, name: string, value: string): void {
    this.#jar.get(hostname)?.set(name, value)
  }
}

/** The person's choice on the sandbox's own page. */
export type AtProvider = { readonly email: string; readonly isProven?: boolean } | 'deny'

/** Goes from the provider's address through its page to the address of ours to which it returns the browser, which is not visited. */
export async function signOnAtProvider(browser: CookieBrowser, url: URL, choice: AtProvider): Promise<URL> {
  const { to: page } = await browser.go(url)
  if (!page?.pathname.startsWith('/sandbox/oidc/login/')) throw new Error(`the provider sent the browser to ${page}`)
  const shown = await browser.go(page)
  if (shown.status !== 200) throw new Error(`the provider's page says ${shown.status}`)
  const { to: resumed } = await browser.go(page, { form: formOf(choice) })
  if (!resumed) throw new Error('the provider does not go on')
  const { to: back } = await browser.go(resumed)
  if (!back) throw new Error('the provider does not send the browser back')
  return back
}

const formOf = (choice: AtProvider): Record<string, string> =>
  choice === 'deny'
    ? { deny: 'yes' }
    : { email: choice.email, ...(choice.isProven === false ? {} : { isProven: 'on' }) }
