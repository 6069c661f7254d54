import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { login } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const DETAILS = { captcha: false, provider: 'sandbox', siteKey: 'sandbox-site-key' }
const DTO = {
  starTwoStepAuthentication: '0912***6789',
  twoStepAuthenticationType: 'SMS',
  expiresInSeconds: 120,
} as const
afterEach(() => {
  Reflect.deleteProperty(window, 'turnstile')
  sessionStorage.clear()
})

type Options = { sitekey: string; action: string; callback: (response: string) => void }

/** Draws a button as the vendor's script does; pressing it calls back with the response. */
function drawWidget(element: HTMLElement, { sitekey, action, callback }: Options) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'ربات نیستم'
  button.onclick = () => callback(`${sitekey} ${action}`)
  element.append(button)
}

test('the widget is shown once it is asked for, must be answered, and its response goes with the login', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(login, (request) => {
      sent.push(request)
      return sent.length === 1 ? refuseWith('CAPTCHA_REQUIRED', DETAILS) : { baseDTO: DTO }
    }),
  )
  Object.assign(window, { turnstile: { render: drawWidget, remove: () => undefined } })
  const onCodeSent = vi.fn()
  await drawClient(<LoginScreen next={undefined} onCodeSent={onCodeSent} />)
  await userEvent.type(await screen.findByLabelText('شمارهٔ موبایل'), '09123456789')
  await userEvent.type(screen.getByLabelText('رمز عبور'), 'Abcdef12')
  const action = screen.getByRole('button', { name: 'ورود' })
  await userEvent.click(action)
  expect(await screen.findByText(REFUSALS.CAPTCHA_REQUIRED.fa)).toBeVisible()
  const widget = await screen.findByRole('button', { name: 'ربات نیستم' })
  await userEvent.click(action)
  expect(screen.getByText('تأیید کنید که ربات نیستید.')).toBeVisible()
  expect(sent).toHaveLength(1)
  await userEvent.click(widget)
  await userEvent.click(action)
  await vi.waitFor(() => expect(onCodeSent).toHaveBeenCalledOnce())
  expect(sent[1]?.body).toMatchObject({ captchaResponse: 'sandbox-site-key login' })
})
