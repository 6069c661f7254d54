import { chakra } from '@chakra-ui/react'
import { Download, FileCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { buttonRecipe } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import type { Published } from './liabilities.queries.ts'

/** A hash, a key, an address or a signature: nobody reads it, and it breaks anywhere. */
export const Code = chakra('code', {
  base: { fontFamily: 'mono', fontSize: '0.85em', overflowWrap: 'anywhere', unicodeBidi: 'isolate', direction: 'ltr' },
})

/** A file of the server, which is saved and not shown. */
const FileLink = chakra('a', buttonRecipe)

/** A statement's number, time, fingerprint and signature, with the files to check it without us. */
export function StatementFacts({ published: { statement, fingerprint } }: { published: Published }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  const { number, at, commit, publicKey, signature } = statement
  return (
    <chakra.div display="grid" gap="4">
      <FactList
        facts={[
          { label: t('statement.number'), value: showDigits(number, language), strong: true },
          { label: t('statement.at'), value: <DateText at={at} /> },
          { label: t('statement.commit'), value: showDigits(commit, language) },
        ]}
      />
      <LongFact
        name={`${t('statement.fingerprint')} · SHA-256`}
        text={fingerprint}
        aside={<CopyButton text={fingerprint} />}
      />
      <LongFact name={t('statement.publicKey')} text={publicKey} aside={<CopyButton text={publicKey} />} />
      <LongFact name={`${t('statement.signature')} · Ed25519`} text={signature} />
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <FileLink
          href={`/api/liabilities/${number}`}
          download={`kimia-statement-${number}.json`}
          variant="quiet"
          size="sm"
        >
          <Download size={16} aria-hidden="true" />
          {t('statement.download')}
        </FileLink>
        <FileLink href="/check-liabilities.mjs" download="check-liabilities.mjs" variant="quiet" size="sm">
          <FileCode size={16} aria-hidden="true" />
          {t('statement.script')}
        </FileLink>
      </chakra.div>
    </chakra.div>
  )
}

/** A text that is longer than a line of a phone, under its name. */
export function LongFact({ name, text, aside }: { name: string; text: string; aside?: ReactNode }) {
  return (
    <chakra.div fontSize="sm">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" color="fg.muted">
        {name}
        {aside}
      </chakra.div>
      <Code display="block">{text}</Code>
    </chakra.div>
  )
}
