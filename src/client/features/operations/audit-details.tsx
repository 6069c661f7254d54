import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DOCUMENT_NAMES } from '#contract/documents.ts'
import { handBackSentence } from '#contract/hand-back-reasons.ts'
import { USER_STATES } from '#contract/operations.ts'
import { REPORTS } from '#contract/operations-reports.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { IDENTITY_DOUBT_KINDS } from '#domain/identity-doubt.ts'
import { OPERATOR_ROLES, OWNER_CHECKS, PROPOSAL_KINDS } from '#domain/operator-rights.ts'
import { VERIFICATIONS } from '#domain/verification.ts'
import { isAuditDetail, isAuditValue } from './audit-words.ts'
import { settingOf, useChangeLabel } from './changes.tsx'
import { Digits } from './digits.tsx'
import { coinsOfMarket, useMarketName } from './market-name.tsx'
import { isSettingName, SettingValue } from './setting-value.tsx'
import { useListText } from './use-list-text.ts'

type Value = string | number | boolean | null

/** What somebody has typed, or what a device calls itself: whatever it looks like, it is no code. */
const TYPED: readonly string[] = ['name', 'title', 'titleEn', 'reasonFa', 'issuer', 'endedDevice', 'credit', 'file']

/** What stood before a change, beside what stands after it: `before.tick` and `tick`. */
const BEFORE = 'before.'
const MARKET = /^[A-Z][A-Z0-9_]*_(TOMAN|TETHER)$/
const NUMBER = /^\d+$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** What the log keeps of an event, in words where there are any; the name in the log stands under the pointer. */
export function AuditDetails({ details }: { details: Readonly<Record<string, Value>> }) {
  const labelOf = useDetailLabel()
  const arrow = useLanguage() === 'fa' ? ' ← ' : ' → '
  const lines = Object.entries(details).filter(([name, value]) => value !== '' && !name.startsWith(BEFORE))
  return (
    <chakra.dl display="flex" flexWrap="wrap" columnGap="3" rowGap="0.5" fontSize="xs">
      {lines.map(([name, value]) => (
        <chakra.div key={name} display="flex" gap="1">
          <chakra.dt color="fg.muted" title={name}>
            <bdi>{labelOf(name)}</bdi>:
          </chakra.dt>
          <chakra.dd overflowWrap="anywhere">
            {details[`${BEFORE}${name}`] !== undefined && (
              <>
                <DetailValue name={name} value={details[`${BEFORE}${name}`] ?? null} market={marketOf(details)} />
                {arrow}
              </>
            )}
            <DetailValue name={name} value={value} market={marketOf(details)} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** The market that an event is about. */
const marketOf = (details: Readonly<Record<string, Value>>) =>
  [details.market, details.subject].map(String).find((text) => MARKET.test(text))

function useDetailLabel(): (name: string) => string {
  const { t } = useTranslation('proposals')
  const labelOf = useChangeLabel()
  return (name) => (isAuditDetail(name) ? t(`detail.${name}`) : labelOf(name))
}

type DetailValueProps = { name: string; value: Value; market: string | undefined }

function DetailValue({ name, value, market }: DetailValueProps): ReactNode {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const language = useLanguage()
  const wordOf = useValueWord()
  const listText = useListText()
  const { unitOf } = useCoins()
  const nameOf = useMarketName()
  const setting = settingOf(name)
  const isSetting = isSettingName(setting) && !isAuditDetail(name)
  if (typeof value === 'boolean' && !isSetting) return value ? ofProposals('is.yes') : ofProposals('is.no')
  if (typeof value === 'boolean') return value ? t('settings.flag.yes') : t('settings.flag.no')
  const text = String(value ?? '–')
  if (TYPED.includes(name)) return <bdi>{text}</bdi>
  if (name === 'reason') return <bdi>{handBackSentence(text, language)}</bdi>
  const words = text.split(', ').map((part) => wordOf(name, part) ?? '')
  if (!words.includes('')) return listText(words)
  if (MARKET.test(text)) return <bdi>{nameOf(text)}</bdi>
  if (DAY.test(text)) return <DateText at={`${text}T12:00:00Z`} style="date" />
  if (INSTANT.test(text)) return <DateText at={text} />
  if (isSetting) {
    const pair = market === undefined ? undefined : coinsOfMarket(market)
    return (
      <SettingValue
        name={setting}
        value={text}
        units={pair ? { base: unitOf(pair.base), quote: unitOf(pair.quote) } : {}}
      />
    )
  }
  return NUMBER.test(text) ? <Digits text={text} /> : <bdi>{text}</bdi>
}

/** What a code of the log is called elsewhere in the console; `undefined` for what is no code. */
function useValueWord(): (name: string, text: string) => string | undefined {
  const { t: ofOperations } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const { t: ofDesk } = useTranslation('desk')
  const { t: ofSafety } = useTranslation('safety')
  return (name, text) => {
    const find = <Code extends string>(codes: readonly Code[]) => codes.find((code) => code === text)
    const level = find(ACCOUNT_LEVELS)
    if (level) return ofOperations(`level.${level}`)
    const verification = find(VERIFICATIONS)
    if (verification) return ofOperations(`verification.${verification}`)
    const kind = find(PROPOSAL_KINDS)
    if (kind) return ofProposals(`kind.${kind}`)
    const report = find(REPORTS)
    if (report) return ofDesk(`reports.${report}.name`)
    const role = find(OPERATOR_ROLES)
    if (role) return ofDesk(`roles.${role}.name`)
    const check = name === 'check' && find(OWNER_CHECKS)
    if (check) return ofSafety(`freeze.by_check.${check}`)
    const state = name === 'state' && find(USER_STATES)
    if (state) return ofOperations(`users.filters.${state}`)
    const doubt = name === 'doubts' && find(IDENTITY_DOUBT_KINDS)
    if (doubt) return ofOperations(`identities.doubt.${doubt}`)
    const document = find(DOCUMENT_NAMES)
    if (document) return ofOperations(`identities.document.${document}`)
    return isAuditValue(text) ? ofProposals(`value.${text}`) : undefined
  }
}
