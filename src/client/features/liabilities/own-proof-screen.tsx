import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { cryptographyOf, liabilitiesQuery, type Published } from '#client/entities/liability/liabilities.queries.ts'
import { LongFact, StatementFacts } from '#client/entities/liability/statement-facts.tsx'
import { PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { saveText } from '#client/lib/save-text.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { getLiabilityProof } from '#contract/liabilities.ts'
import { type CheckedCoin, type CheckedProof, checkProof } from '#domain/check-liabilities.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type LiabilityProof, proofFile } from '#domain/liabilities.ts'

/** A customer's file, and what the browser has found; `undefined` where a browser may not hash, on a page without https. */
interface OwnProof {
  readonly proof: LiabilityProof
  readonly checked: CheckedProof | undefined
}

/**
 * Fetches the user's file for a statement, and checks it against that statement, which came by another call, and against the fingerprint that
 * people compare: it must be that of the same statement.
 */
async function fetchOwnProof({ statement, fingerprint }: Published): Promise<OwnProof> {
  const { baseDTO: proof } = await callApi(getLiabilityProof, { params: { number: statement.number } })
  if (!isSecureContext) return { proof, checked: undefined }
  const checked = await checkProof(proof, cryptographyOf(crypto), statement)
  const isOther = checked.kind === 'proven' && checked.fingerprint !== fingerprint
  return { proof, checked: isOther ? { kind: 'faulty', fault: 'STATEMENT_DIFFERS' } : checked }
}

const saveProof = (proof: LiabilityProof): void =>
  saveText(JSON.stringify(proof, null, 1), proofFile(proof.statement.number))

/** The user's own proof that the balances are in the newest statement, checked by this browser. */
export function OwnProofScreen() {
  const { t } = useTranslation('liabilities')
  const query = useQuery(liabilitiesQuery())
  return (
    <chakra.div maxWidth="48rem">
      <PageHeading title={t('own.title')} text={t('own.lead')} />
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <QueryView query={query} data={query.data} rows={6}>
          {({ baseDTO }) =>
            baseDTO ? (
              <>
                <OwnProofSection published={baseDTO} />
                <Section title={t('statement.title')}>
                  <StatementFacts published={baseDTO} />
                </Section>
              </>
            ) : (
              <EmptyState icon={<ShieldCheck size={24} />} title={t('none.title')} text={t('none.text')} />
            )
          }
        </QueryView>
        <p>
          <TextLink to="/liabilities">{t('own.about')}</TextLink>
        </p>
      </chakra.div>
    </chakra.div>
  )
}

function OwnProofSection({ published }: { published: Published }) {
  const { t } = useTranslation('liabilities')
  const check = useMutation({ mutationFn: () => fetchOwnProof(published), networkMode: 'always', retry: false })
  const own = check.data
  return (
    <Section title={t('own.section')} note={own && t('own.keep')}>
      <chakra.div display="grid" gap="4">
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button icon={<ShieldCheck size={18} />} loading={check.isPending} onClick={() => check.mutate()}>
            {t(own ? 'own.again' : 'own.check')}
          </Button>
          {own && (
            <Button variant="quiet" icon={<Download size={18} />} onClick={() => saveProof(own.proof)}>
              {t('own.download')}
            </Button>
          )}
        </chakra.div>
        {check.error && <NoProof error={check.error} at={published.statement.at} />}
        {own && <Result own={own} />}
      </chakra.div>
    </Section>
  )
}

/** The words for each refusal after which there is no proof. */
const ABSENCES = [
  ['NO_BALANCE_IN_STATEMENT', 'none'],
  ['ACCOUNT_AFTER_STATEMENT', 'young'],
  ['PROOF_NOT_KEPT', 'gone'],
  ['NOT_FOUND', 'unknown'],
] as const

/** Says why there is no proof, and where to write for a user who had a balance. */
function NoProof({ error, at }: { error: Error; at: string }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  const [, word] = ABSENCES.find(([code]) => isRefusal(error, code)) ?? []
  if (!word) return <RefusalNotice error={error} />
  return (
    <EmptyState
      title={t(`own.${word}.title`)}
      text={t(`own.${word}.text`, { at: showDate(new Date(at), language, 'date-time') })}
      action={
        <ButtonLink to="/profile/support" search={{ open: 'new' }} variant="quiet" size="sm">
          {t('own.support')}
        </ButtonLink>
      }
    />
  )
}

function Result({ own: { proof, checked } }: { own: OwnProof }) {
  const { t } = useTranslation('liabilities')
  if (!checked) return <Notice tone="warning">{t('own.insecure')}</Notice>
  if (checked.kind === 'faulty')
    return (
      <Notice tone="error" title={t('own.faulty')}>
        {t('own.faultyText', { fault: t(`own.fault.${checked.fault}`) })}
      </Notice>
    )
  return <Proven checked={checked} holder={proof.holder} />
}

function Proven({ checked, holder }: { checked: Extract<CheckedProof, { kind: 'proven' }>; holder: string }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  return (
    <>
      {checked.coins.length > 0 && (
        <Notice tone="success" title={t('own.proven.title')} urgent>
          {t('own.proven.text')}
        </Notice>
      )}
      {!checked.isSignatureChecked && <Notice tone="warning">{t('own.unsigned')}</Notice>}
      <ProvenCoins coins={checked.coins} />
      <chakra.p fontSize="sm">{t('own.compare')}</chakra.p>
      <FactList facts={[{ label: t('own.holder'), value: <bdi dir="ltr">{showDigits(holder, language)}</bdi> }]} />
      <LongFact name={`${t('statement.fingerprint')} · SHA-256`} text={checked.fingerprint} />
    </>
  )
}

/** The proven balances beside the present ones, with the coins that the user has by now and the file lacks. */
function ProvenCoins({ coins }: { coins: readonly CheckedCoin[] }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  const { nameOf, billed } = useCoins()
  const balances = useQuery(walletsQuery())
  const present = balances.data ?? []
  const more = present.filter(
    ({ coin, totalBalance }) => /[1-9]/.test(totalBalance) && !coins.some((each) => each.coin === coin),
  )
  const rows = [
    ...coins.map(({ coin, proven, decimals, leaves }) => ({ coin, leaves, proven: formatDecimal(proven, decimals) })),
    ...more.map(({ coin }) => ({ coin, leaves: 0, proven: '0' })),
  ]
  return (
    <>
      <DataTable
        caption={t('own.result')}
        rows={rows}
        keyOf={({ coin }) => coin}
        columns={[
          {
            key: 'coin',
            label: t('own.asset'),
            // On a phone the two amounts to compare stand side by side below it.
            wide: true,
            cell: ({ coin, leaves }) => (
              <>
                {nameOf(coin)}
                <chakra.span display="block" color="fg.muted" fontSize="xs">
                  {t('own.leaves', { count: showDigits(String(leaves), language) })}
                </chakra.span>
              </>
            ),
          },
          {
            key: 'proven',
            label: t('own.provenAmount'),
            figure: true,
            cell: ({ coin, proven }) => <PrivateDecimal value={proven} {...billed(coin)} />,
          },
          {
            key: 'present',
            label: t('own.present'),
            figure: true,
            cell: ({ coin }) => (
              <PrivateDecimal value={present.find((each) => each.coin === coin)?.totalBalance} {...billed(coin)} />
            ),
          },
        ]}
      />
      {more.length > 0 && <Notice tone="warning">{t('own.missing')}</Notice>}
      {balances.isError && <Notice tone="warning">{t('own.noBalances')}</Notice>}
    </>
  )
}
