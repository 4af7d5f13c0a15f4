import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { ApiError } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useSession } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { gatherBrowserInfo, useReportProblem, useRequestFeature } from '../client.ts'
import { reportProblem, requestFeature } from '../contract.ts'
import {
  DESCRIPTION_MOST,
  isComplete,
  type Kind,
  priorities,
  problemCategories,
  requestCategories,
  severities,
  TITLE_MOST,
} from '../rules.ts'
import { priorityWords, problemCategoryWords, requestCategoryWords, said, severityWords } from '../words.ts'

const optionsOf = <V extends string>(values: readonly V[], words: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: words[value] }))

/** The message after sending failed: the rule that refused it, or that the user may try again. */
const failureText = (kind: Kind, error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? wordsFor(error).text : said.failed[kind]

/** Sends for a signed-in person on the roster; otherwise explains in the specification's words why not. */
const useSending = (kind: Kind) => {
  const { session } = useSession()
  return async (send: () => Promise<unknown>) => {
    if (!session) {
      toast.error(said.signIn.title, said.signIn[kind])
      throw new ApiError(401, { code: 'not_signed_in' })
    }
    try {
      if (!session.officer) throw new ApiError(403, { code: 'not_allowed' })
      await send()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) toast.error(said.signIn.title, said.signIn[kind])
      else toast.error(said.failed.title, session.officer ? failureText(kind, error) : said.noOfficer)
      throw error
    }
    toast.success(
      kind === 'feature_request' ? 'Feature request sent' : 'Problem report sent',
      "See it under Sent. The vendor's answer will appear there.",
    )
  }
}

type FrameProps<V extends FieldValues> = {
  form: ContractForm<V>
  id: string
  onSubmit: (values: V) => Promise<unknown>
  onDone: () => void
  /** What the description should contain. */
  hint: string
  action: string
  children: ReactNode
}

/** The parts both forms share: a title, a description, and a submit button disabled while either is empty. */
const Frame = <V extends FieldValues>({ form, id, onSubmit, onDone, hint, action, children }: FrameProps<V>) => {
  const [title, description] = ['title' as FieldPath<V>, 'description' as FieldPath<V>]
  const [typedTitle = '', typedDescription = ''] = useWatch({ control: form.control, name: [title, description] })
  const complete = isComplete({ title: typedTitle, description: typedDescription })
  return (
    <div onSubmitCapture={() => !complete && toast.error(said.missing.title, said.missing.text)}>
      <Form form={form} id={id} onSubmit={onSubmit} onDone={onDone}>
        <TextField form={form} name={title} label="Title" maxLength={TITLE_MOST} />
        <TextareaField
          form={form}
          name={description}
          label="Description"
          hint={hint}
          rows={5}
          maxLength={DESCRIPTION_MOST}
        />
        {children}
        <div>
          <SubmitButton form={form} why={complete ? null : said.missing.text}>
            {action}
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}

export const FeatureRequestForm = ({ onDone }: { onDone: () => void }) => {
  const form = useContractForm(
    requestFeature,
    { title: '', description: '', category: 'general', priority: 'medium' },
    { draftKey: 'feedback:feature_request' },
  )
  const request = useRequestFeature()
  const sending = useSending('feature_request')
  return (
    <Frame
      form={form}
      id="feature-request"
      hint="What would you like to do, and what is stopping you today?"
      action="Send feature request"
      onSubmit={(values) => sending(() => request.run(values))}
      onDone={onDone}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="category"
          label="Category"
          options={optionsOf(requestCategories, requestCategoryWords)}
        />
        <SelectField form={form} name="priority" label="Priority" options={optionsOf(priorities, priorityWords)} />
      </div>
    </Frame>
  )
}

const noInfo = { user_agent: '', url: '', timestamp: '2000-01-01T00:00:00Z', viewport_size: '0x0', screen_size: '0x0' }

export const ProblemReportForm = ({ onDone }: { onDone: () => void }) => {
  const form = useContractForm(
    reportProblem,
    { title: '', description: '', category: 'bug', severity: 'medium', browser_info: noInfo },
    { draftKey: 'feedback:problem_report' },
  )
  const report = useReportProblem()
  const sending = useSending('problem_report')
  return (
    <Frame
      form={form}
      id="problem-report"
      hint="What did you do, what did you expect, and what happened instead?"
      action="Send problem report"
      onSubmit={(values) => sending(() => report.run({ ...values, browser_info: gatherBrowserInfo() }))}
      onDone={onDone}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="category"
          label="Category"
          options={optionsOf(problemCategories, problemCategoryWords)}
        />
        <SelectField form={form} name="severity" label="Severity" options={optionsOf(severities, severityWords)} />
      </div>
      <p className="text-small text-faint">
        Included: your browser, this page's address, the time, and your window and screen size. Nothing else.
      </p>
    </Frame>
  )
}
