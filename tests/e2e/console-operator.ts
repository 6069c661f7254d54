import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generateSync } from 'otplib/functional'
import type { BrowserContext, Page } from 'playwright/test'
import * as z from 'zod/mini'
import { proveOperator } from '#contract/operations.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'

const run = promisify(execFile)

export const Operator = z.readonly(z.object({ mobile: z.string(), password: z.string(), secret: z.string() }))
export type Operator = z.infer<typeof Operator>

/** Adds an operator by the command line and reads the secrets that it prints once. */
export async function addOperator(dataDir: string, name: string): Promise<Operator> {
  const mobile = localMobileNumber(iranianIdentity().mobileNumber)
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir }
  const { stdout } = await run(process.execPath, ['src/server/operator-add.ts', mobile, name], { env })
  const [password, secret] = [/Password\s+(\S+)/, /Authenticator\s+(\S+)/].map((line) => line.exec(stdout)?.[1])
  if (!password || !secret) throw new Error(`no operator was added: ${stdout}`)
  return { mobile, password, secret }
}

export async function logInOperator(page: Page, url: string, { mobile, password, secret }: Operator): Promise<void> {
  await page.goto(`${url}/operations`)
  await page.locator('[name=mobileNumber]').fill(mobile)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=code]').fill(generateSync({ secret }))
  await page.keyboard.press('Enter')
}

/** An act that asks for a new code does so ten minutes after the last one, which a slow run's sessions are older than. */
const CODE_AGE_MS_MAX = 300_000

/** Signs the pages of this context in as Sara Karimi, an operator of the worker's own server, who has given a code within minutes. */
export async function comeAsOperator(context: BrowserContext, url: string): Promise<void> {
  const { E2E_OPERATOR_SESSIONS, E2E_OPERATED = '', E2E_STARTED_AT, TEST_PARALLEL_INDEX } = process.env
  const value = E2E_OPERATOR_SESSIONS?.split(',')[Number(TEST_PARALLEL_INDEX)] ?? ''
  if (Date.now() - Number(E2E_STARTED_AT) > CODE_AGE_MS_MAX) {
    const { secret } = z.object({ sara: Operator }).parse(JSON.parse(E2E_OPERATED)).sara
    // A code that the test before has used is refused, and is new enough.
    await context.request.post(`${url}/api${proveOperator.path}`, {
      headers: { authorization: `Bearer ${value}` },
      data: { code: generateSync({ secret }) },
    })
  }
  await context.addCookies([{ name: 'kimia_operator', value, url }])
}
