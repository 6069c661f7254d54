import { chakra } from '@chakra-ui/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { settingOf } from '#contract/audit-text.ts'
import { isSettingName } from '#contract/setting-measures.ts'
import { coinsOfMarket } from './market-name.tsx'
import { type SettingUnits, SettingValue, useSettingLabel } from './setting-value.tsx'

interface Change {
  readonly name: string
  readonly before: string | null
  readonly after: string
}

type ChangesProps = {
  changes: readonly Change[]
  /** The units of the changed settings. */
  units: SettingUnits
}

/** The changes of a proposal: the name of each setting, its present value and the proposed one, with their units. */
export function Changes({ changes, units }: ChangesProps) {
  const { t } = useTranslation('proposals')
  const labelOf = useChangeLabel()
  const language = useLanguage()
  const Arrow = language === 'fa' ? ArrowLeft : ArrowRight
  if (changes.length === 0) return null
  return (
    <chakra.dl
      display="grid"
      gap="2.5"
      fontSize="sm"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 14rem) minmax(0, 1fr)' }}
    >
      {changes.map(({ name, before, after }) => (
        <chakra.div key={name} display="contents">
          <chakra.dt color="fg.muted">{labelOf(name)}</chakra.dt>
          <chakra.dd
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="2"
            marginTop={{ base: '-2', sm: '0' }}
            minWidth="0"
          >
            {before !== null && (
              <>
                <chakra.span srOnly>{t('was')}: </chakra.span>
                <chakra.span color="fg.muted">
                  <SettingValue name={settingOf(name).setting} value={before} units={units} />
                </chakra.span>
                <Arrow size={16} aria-hidden="true" />
                <chakra.span srOnly>{t('becomes')}: </chakra.span>
              </>
            )}
            <chakra.strong fontWeight="semibold">
              <SettingValue name={settingOf(name).setting} value={after} units={units} />
            </chakra.strong>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** The name of a changed setting; a setting of one network of a coin names the network. */
export function useChangeLabel(): (name: string) => string {
  const { t } = useTranslation('desk')
  const labelOf = useSettingLabel()
  return (name) => {
    const { setting, network } = settingOf(name)
    const label = isSettingName(setting) ? labelOf(setting) : setting
    if (network === undefined) return label
    return t('settings.ofNetwork', { name: label, network })
  }
}

const OF_MARKETS: readonly string[] = ['CHANGE_MARKET', 'ADD_MARKET', 'END_MARKET', 'SET_STRATEGY', 'SWITCH_MAKER_ON']

/** Whether the subject of this kind of proposal is a market. */
export const isOfMarket = (kind: string) => OF_MARKETS.includes(kind)

/** The units of a proposal's changes: those of its market, or the ticker of its coin. */
export function useUnitsOf(): (proposal: {
  readonly kind: string
  readonly subject: string | null
  readonly changes: readonly Change[]
}) => SettingUnits {
  const { unitOf } = useCoins()
  return ({ kind, subject, changes }) => {
    if (kind === 'ADD_COIN') return { base: changes.find(({ name }) => name === 'code')?.after }
    if (subject !== null && kind === 'CHANGE_COIN') return { base: unitOf(subject) }
    if (subject === null || !isOfMarket(kind)) return {}
    const { base, quote } = coinsOfMarket(subject)
    return { base: unitOf(base), quote: unitOf(quote) }
  }
}
