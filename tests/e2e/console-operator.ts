import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generateSync } from 'otplib/functional'
import type { BrowserContext, Page } from 'playwright/test'
import * as z from 'zod/mini'
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

/** Signs the pages of this context in as Sara Karimi, an operator of the worker's own server. */
export async function comeAsOperator(context: BrowserContext, url: string): Promise<void> {
  const sessions = process.env.E2E_OPERATOR_SESSIONS?.split(',')
  const value = sessions?.[Number(process.env.TEST_PARALLEL_INDEX)] ?? ''
  await context.addCookies([{ name: 'kimia_operator', value, url }])
}
