import { ContactList } from '#features/contact-requests/parts/contact-list.tsx'
import { TrialDetail } from '#features/trial-requests/parts/trial-detail.tsx'
import { TrialList } from '#features/trial-requests/parts/trial-list.tsx'
import { FeedbackDetail } from '#features/vendor-feedback/parts/feedback-detail.tsx'
import { FeedbackList } from '#features/vendor-feedback/parts/feedback-list.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** `/super-admin/requests`: a tab for each kind of request, and one request on a page of its own where the address names it. */
export default function Requests() {
  const [tab] = useUrlValue('tab')
  const [id] = useUrlValue('id')
  if (id !== null) {
    if (tab === 'wishes') return <FeedbackDetail key={id} kind="feature_request" id={id} />
    if (tab === 'problems') return <FeedbackDetail key={id} kind="problem_report" id={id} />
    return <TrialDetail key={id} id={id} />
  }
  return (
    <>
      <PageHeader
        title="Requests"
        hint="What visitors and departments wrote, to be worked. Changes appear by themselves."
      />
      <Tabs
        label="Requests"
        tabs={[
          { value: 'trials', label: 'Trial requests', content: <TrialList /> },
          { value: 'contact', label: 'Contact requests', content: <ContactList /> },
          { value: 'wishes', label: 'Wishes', content: <FeedbackList kind="feature_request" /> },
          { value: 'problems', label: 'Problem reports', content: <FeedbackList kind="problem_report" /> },
        ]}
      />
    </>
  )
}
