import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { type SmallColumn, SmallTable } from '#client/ui/small-table.tsx'

type Level = NonNullable<ReturnType<NonNullable<ReturnType<typeof accountLevelsQuery>['select']>>>[number]

/** The levels of accounts with the volume from which each begins, without the level of market makers. */
export function FeeLevels() {
  const { t } = useTranslation('public')
  const { t: shell } = useTranslation('shell')
  const { billed } = useCoins()
  const query = useQuery(accountLevelsQuery())
  const own = useSession()?.userAccountLevel
  const columns: SmallColumn<Level>[] = [
    {
      key: 'level',
      label: `${t('fees.level')} · ${t('fees.volume')}`,
      cell: ({ userAccountLevel, tradeAmount }) => (
        <>
          <chakra.span display="block" fontWeight={userAccountLevel === own ? 'bold' : 'medium'}>
            {shell(`level.${userAccountLevel}`)}
            {userAccountLevel === own && ` · ${t('fees.yours')}`}
          </chakra.span>
          <chakra.span display="block" color="fg.muted" fontSize="xs">
            {t('fees.from')} <DecimalText value={tradeAmount} {...billed('TOMAN')} fractionMax={0} />
          </chakra.span>
        </>
      ),
    },
    {
      key: 'maker',
      label: t('fees.maker'),
      figure: true,
      cell: ({ makerPercent, wagePercent }) => <DecimalText value={makerPercent ?? wagePercent} percent />,
    },
    {
      key: 'taker',
      label: t('fees.taker'),
      figure: true,
      cell: ({ takerPercent, wagePercent }) => <DecimalText value={takerPercent ?? wagePercent} percent />,
    },
  ]
  return (
    <Section title={t('fees.levels')} note={t('fees.levelsNote')}>
      <QueryView query={query} data={query.data} rows={4}>
        {(levels) => (
          <SmallTable
            caption={t('fees.levels')}
            rows={levels.filter(({ userAccountLevel }) => userAccountLevel !== 'SUPERVISOR')}
            columns={columns}
            keyOf={({ userAccountLevel }) => userAccountLevel}
          />
        )}
      </QueryView>
    </Section>
  )
}
