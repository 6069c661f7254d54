// `npm run custody:seed -- FILE`: makes an encrypted seed file. The first line of stdin is its passphrase, so that it stands in no command line.
// With `--restore` the second line are the 24 words of an older seed; otherwise new words are printed once, to be written on paper.
import { readFileSync } from 'node:fs'
import { areWords, newWords, writeSeedFile } from './seed-file.ts'

const PASSPHRASE_LENGTH_MIN = 12

try {
  const [file, option] = process.argv.slice(2)
  if (file === undefined) throw new Error('name the file: npm run custody:seed -- FILE [--restore]')
  const [passphrase = '', restored = ''] = readFileSync(0, 'utf8').split(/\r?\n/)
  if (passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new Error(`the first line of stdin is the passphrase, ${PASSPHRASE_LENGTH_MIN} letters or more`)
  const words = option === '--restore' ? restored.trim().replace(/\s+/g, ' ') : newWords()
  if (!areWords(words)) throw new Error('the second line of stdin is not a list of words with a valid checksum')
  writeSeedFile(file, { words, passphrase })
  if (option !== '--restore') process.stdout.write(`${words}\n`)
  process.stderr.write(`custody: ${file} is written; keep the words on paper, apart from the passphrase\n`)
} catch (error) {
  process.stderr.write(`custody: ${error instanceof Error ? error.message : 'the seed could not be made'}\n`)
  process.exit(1)
}
