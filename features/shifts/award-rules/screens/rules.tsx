import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { modeOrder } from '#features/department/settings/words.ts'
import { type AssignmentKind, assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { adoptRule, createRule, listRules, type Rule } from '../contract.ts'
import { AdoptDialog } from '../parts/adopt-dialog.tsx'
import { ComingAwards } from '../parts/coming-awards.tsx'
import { PackLimits } from '../parts/rule-in-words.tsx'
import { type AwardMethod, awardMethods } from '../rules.methods.ts'
import { type Pack, packs } from '../rules.packs.ts'
import { inForce, startOf } from '../rules.ts'
import { methodSentences, methodWords } from '../words.ts'

type Answer = OutputOf<typeof listRules>

const ModeOrder = () => {
  const { signup_mode } = useOrganization()
  return (
    <>
      {modeOrder} Current default: {modeWords[signup_mode].toLowerCase()}.{' '}
      <TextLink to={paths.adminSettings()}>Settings</TextLink>
    </>
  )
}

const Kinds = ({ data }: { data: Answer }) => {
  const [adopting, setAdopting] = useState<AssignmentKind | null>(null)
  const { time_zone, signup_mode } = useOrganization()
  const now = Date.parse(data.now_at)
  return (
    <Card flush title="How each shift type is filled" hint={<ModeOrder />}>
      <ul className="divide-y divide-line">
        {assignmentKinds.map((kind) => {
          const rule = data.rules.find((one) => one.kinds.includes(kind))
          const coming = data.adoptions.filter((one) => one.kind === kind && Date.parse(one.effective_from) > now)
          return (
            <li
              key={kind}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 md:grid-cols-[9rem_minmax(0,1fr)_auto] md:px-5"
            >
              <span className="font-medium">{kindWords[kind]}</span>
              <span className="row-start-2 md:row-start-auto">
                {rule ? rule.name : <span className="text-faint">No rule: {modeWords[signup_mode].toLowerCase()}</span>}
                {coming.map((one) => (
                  <span key={one.effective_from} className="block text-small text-soft">
                    From {day(one.effective_from, time_zone)}: {one.rule_name ?? 'no rule'}
                  </span>
                ))}
              </span>
              <span className="row-span-2 md:row-span-1">
                <Needs call={adoptRule}>
                  <Button
                    size="small"
                    aria-label={`Change the rule for ${kindWords[kind]}`}
                    onClick={() => setAdopting(kind)}
                  >
                    Change
                  </Button>
                </Needs>
              </span>
            </li>
          )
        })}
      </ul>
      {adopting && <AdoptDialog kind={adopting} data={data} onClose={() => setAdopting(null)} />}
    </Card>
  )
}

const RuleRow = ({ rule, now }: { rule: Rule; now: number }) => {
  const { time_zone } = useOrganization()
  const current = inForce(rule.versions, now)
  const next = rule.versions.find((one) => Date.parse(one.effective_from) > now)
  return (
    <li>
      <Anchor
        to={paths.adminAwardRule(rule.id)}
        className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_10rem_16rem_auto] md:items-center md:px-5"
      >
        <span className="min-w-0">
          <span className="block font-medium">{rule.name}</span>
          {current && <span className="block text-small text-soft">{methodSentences[current.body.method]}</span>}
        </span>
        <span className="text-soft">{current ? methodWords[current.body.method] : 'Not in effect yet'}</span>
        <span className="figures text-small text-faint">
          {current && `Version ${current.version} since ${day(current.effective_from, time_zone)}`}
          {next && ` · version ${next.version} from ${day(next.effective_from, time_zone)}`}
        </span>
        <ChevronRight aria-hidden className="hidden size-4 text-faint md:block" />
      </Anchor>
    </li>
  )
}

const noName = (name: string) => (name.trim() === '' ? 'Enter a name.' : undefined)

const NewRule = ({ pack, onClose }: { pack: Pack | null; onClose: () => void }) => {
  const [name, setName] = useState(pack?.name ?? '')
  const create = useWrite(createRule)
  const go = useGo()
  const [method, setMethod] = useState<AwardMethod>('seniority')
  const body = pack?.rule ?? startOf(method)
  const form = useStateForm({ name, body, pack: pack?.id ?? null }, null, {
    check: () => ({ name: noName(name) }),
    refusals: { fields: ['name'], codes: { rule_name_taken: 'name' } },
  })
  return (
    <FormDialog
      form={form}
      title={pack ? `New rule from "${pack.name}"` : 'New rule'}
      description="The rule has no effect until you apply it to a shift type. You can edit every field later."
      action="Create rule"
      onSubmit={create.run}
      onDone={({ id }) => go(paths.adminAwardRule(id))}
      onClose={() => onClose()}
    >
      <Field label="Name" error={form.wrong.name}>
        {(control) => (
          <Input {...control} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      {!pack && (
        <Field label="Method" hint={methodSentences[method]}>
          {(control) => (
            <Select
              {...control}
              value={method}
              onChange={setMethod}
              options={awardMethods.map((value) => ({ value, label: methodWords[value] }))}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

/** Where a template comes from, on demand: it is chosen by what it does. */
const PackSources = ({ pack }: { pack: Pack }) => (
  <Disclosure title="Sources" className="text-small text-soft">
    <p>Added by Watchbill: {pack.ours}</p>
    <ul className="mt-1 text-faint">
      {pack.sources.map((source) => (
        <li key={source.address}>
          {source.name}, {source.section}:{' '}
          <a className="whitespace-nowrap underline" href={source.address} target="_blank" rel="noreferrer">
            {new URL(source.address).host}
          </a>
        </li>
      ))}
    </ul>
  </Disclosure>
)

const Packs = ({ onChoose }: { onChoose: (pack: Pack) => void }) => (
  <section aria-labelledby="packs">
    <h2 id="packs" className="font-semibold">
      Templates
    </h2>
    <p className="mb-3 text-small text-soft">Ready-made rules. You can edit every field later.</p>
    <ul className="grid gap-4 lg:grid-cols-2">
      {packs.map((pack) => (
        <li key={pack.id} className="flex flex-col gap-2 rounded-ui border border-line bg-surface p-4">
          <h3 className="font-semibold">{pack.name}</h3>
          <p>{pack.about}</p>
          <PackLimits limits={pack.limits} />
          <PackSources pack={pack} />
          <div className="mt-auto">
            <Needs call={createRule}>
              <Button size="small" aria-label={`Use this rule: ${pack.name}`} onClick={() => onChoose(pack)}>
                Use this rule
              </Button>
            </Needs>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Found = ({ data, onNew }: { data: Answer; onNew: (pack: Pack | null) => void }) => (
  <div className="flex flex-col gap-5">
    <Card flush title="Rules">
      {data.rules.length === 0 ? (
        <EmptyState
          quiet
          title="No award rules yet"
          text="Start from a template below, or create a new rule."
          action={
            <p className="text-small text-soft">
              <ModeOrder />
            </p>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {data.rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} now={Date.parse(data.now_at)} />
          ))}
        </ul>
      )}
    </Card>
    {data.rules.length > 0 && <Kinds data={data} />}
    {data.rules.length > 0 && <ComingAwards />}
    <Packs onChoose={onNew} />
  </div>
)

/** `/admin/staffing/rules`: the department's award rules, and which kind uses which. */
export default function AwardRules() {
  const read = useRead(listRules, {})
  const [making, setMaking] = useState<{ pack: Pack | null } | null>(null)
  return (
    <>
      <PageHeader
        title="Award rules"
        hint="How spots are awarded when there are more applicants than spots. Changes create a new version."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
        actions={
          <Needs call={createRule}>
            <Button look="primary" onClick={() => setMaking({ pack: null })}>
              New rule
            </Button>
          </Needs>
        }
      />
      {read.data ? (
        <Found data={read.data} onNew={(pack) => setMaking({ pack })} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <CardSkeleton lines={8} />
      )}
      {making && <NewRule pack={making.pack} onClose={() => setMaking(null)} />}
    </>
  )
}
