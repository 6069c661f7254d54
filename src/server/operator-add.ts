import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import QRCode from 'qrcode'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { isOperatorRole, OPERATOR_ROLES, type OperatorRole } from '#domain/operator-rights.ts'
import { plainLineOf } from '#domain/plain-text.ts'
import { addOperator } from './accounts/operators/add-operator.ts'
import { openSealer } from './compose/key-file.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { openForTool } from './store/open-database.ts'

const USAGE = `npm run operator:add -- 09120000000 "First Last" --roles ADMIN
Roles: ${OPERATOR_ROLES.join(', ')}, several with commas; ADMIN where none is named. The first two admins are added so.`

/** The words of the command, and the roles behind `--roles`. */
function readArguments() {
  const options = { roles: { type: 'string', default: 'ADMIN' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  return { given: positionals, roles: values.roles.split(',').map(readRole) }
}

function readRole(text: string): OperatorRole {
  const role = text.trim().toUpperCase()
  if (!isOperatorRole(role)) throw new Error(`"${text}" is no role.\n${USAGE}`)
  return role
}

/** Asks for the values that were not given with the command. */
async function askFor(given: readonly string[]): Promise<{ mobileText: string; name: string }> {
  const [mobileText, name] = given
  if (mobileText !== undefined && name !== undefined) return { mobileText, name }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return {
      mobileText: mobileText ?? (await terminal.question('Mobile number: ')),
      name: name ?? (await terminal.question('Name: ')),
    }
  } finally {
    terminal.close()
  }
}

// `npm run operator:add`: makes an operator, and prints once what that operator signs in with.
try {
  const { given, roles } = readArguments()
  const { mobileText, name: typed } = await askFor(given)
  const name = plainLineOf(typed)
  const mobile = parseMobileNumber(mobileText)
  if (mobile === undefined) throw new Error(`"${mobileText}" is no mobile number.\n${USAGE}`)
  if (name.length < 2 || name.length > 80) throw new Error(`A name has 2 to 80 letters.\n${USAGE}`)
  const config = parseConfig(readEnvironment())
  const database = await openForTool({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    const sealer = await openSealer(config, database)
    const added = await addOperator({ database, sealer }, { mobile, name, roles, at: new Date() })
    if (added.kind === 'number-taken')
      throw new Error(`${mobile} has an account already; an operator has a number of their own.`)
    if (added.kind === 'removed')
      throw new Error(`${mobile} was an operator and was removed; a new one has another number.`)
    if (added.kind === 'stopped')
      throw new Error(`${mobile} was stopped in the console; two admins let an operator in again there.`)
    if (added.kind === 'four-eyes')
      throw new Error(
        'There are two admins: they add others in the console, where one proposes and the other approves.',
      )
    const picture = await QRCode.toString(added.link, { type: 'terminal', small: true })
    process.stdout.write(`${name} (${mobile}) is an operator${added.kind === 'added' ? ' now' : ' and has new keys'}. This is shown once:

  Password       ${added.password}
  Authenticator  ${added.secret}
  ${added.link}

${picture}
Sign in at ${new URL('/operations', config.publicUrl)}
`)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
