import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download, FileCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { buttonRecipe } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Disclosure } from '#client/ui/disclosure.ts'
import { FactList } from '#client/ui/fact-list.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { asciiBytes, checkCommand, hexOf, statementFile, statementText } from '#domain/liabilities.ts'
import { cryptographyOf, type Published } from './liabilities.queries.ts'

/** A hash, a key, an address or a signature: nobody reads it, and it breaks anywhere. */
export const Code = chakra('code', {
  base: { fontFamily: 'mono', fontSize: '0.85em', overflowWrap: 'anywhere', unicodeBidi: 'isolate', direction: 'ltr' },
})

/** A command of a terminal, which runs from left to right in both languages. */
const Command = chakra(Code, {
  base: {
    display: 'block',
    padding: '3',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    textAlign: 'start',
  },
})

/** A file of the server, which is saved and not shown. */
const FileLink = chakra('a', buttonRecipe)

/** A statement's number and time, the files to check it without us, and, folded, its hashes and its signature. */
export function StatementFacts({ published }: { published: Published }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  const { number, at } = published.statement
  const command = checkCommand(number)
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <FactList
        facts={[
          { label: t('statement.number'), value: showDigits(number, language), strong: true },
          { label: t('statement.at'), value: <DateText at={at} /> },
        ]}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <FileLink href={`/api/liabilities/${number}`} download={statementFile(number)} variant="quiet" size="sm">
          <Download size={16} aria-hidden="true" />
          {t('statement.download')}
        </FileLink>
        <FileLink href="/check-liabilities.mjs" download="check-liabilities.mjs" variant="quiet" size="sm">
          <FileCode size={16} aria-hidden="true" />
          {t('statement.script')}
        </FileLink>
      </chakra.div>
      <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)" justifyItems="start" fontSize="sm">
        <chakra.p color="fg.muted">{t('statement.run')}</chakra.p>
        <Command width="full">{command}</Command>
        <CopyButton text={command} label={t('statement.copyCommand')} />
      </chakra.div>
      <Hashes published={published} />
    </chakra.div>
  )
}

/** Of the statement that is shown, as this browser computes it; where a browser may not hash, on a page without https, as the server says. */
function useFingerprint({ statement, fingerprint }: Published): string | undefined {
  const text = statementText(statement)
  const mayHash = window.isSecureContext === true
  const computed = useQuery({
    queryKey: ['fingerprint', text],
    queryFn: async () => hexOf(await cryptographyOf(crypto).sha256(asciiBytes(text))),
    enabled: mayHash,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  return mayHash ? computed.data : fingerprint
}

/** Everything of a statement that only a program or an expert reads. */
function Hashes({ published }: { published: Published }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  const { nameOf } = useCoins()
  const { commit, publicKey, signature, coins } = published.statement
  const fingerprint = useFingerprint(published)
  return (
    <Disclosure>
      <summary>
        {t('statement.hashes')}
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" paddingBottom="2">
        <LongFact name={`${t('statement.fingerprint')} · SHA-256`} text={fingerprint ?? ''} />
        <LongFact name={t('statement.publicKey')} text={publicKey} />
        <LongFact name={`${t('statement.signature')} · Ed25519`} text={signature} />
        {coins.map(({ coin, root }) => (
          <LongFact key={coin} name={t('statement.root', { name: nameOf(coin) })} text={root} />
        ))}
        <div>
          <FactList facts={[{ label: t('statement.commit'), value: showDigits(commit, language) }]} />
          <chakra.p fontSize="sm" color="fg.muted">
            {t('statement.commitText')}
          </chakra.p>
        </div>
      </chakra.div>
    </Disclosure>
  )
}

/** A text that is longer than a line of a phone, under its name and the button that copies it. */
export function LongFact({ name, text }: { name: string; text: string }) {
  return (
    <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)" fontSize="sm">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="4" color="fg.muted">
        {name}
        <CopyButton text={text} />
      </chakra.div>
      <Code display="block">{text}</Code>
    </chakra.div>
  )
}
