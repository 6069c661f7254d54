import { existsSync } from 'node:fs'

/** The environment, after `.env` where there is one; what was set outside wins. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
