// Made by: node tools/run.mjs tools/schema.ts

/** The columns of every table, each with its type in PostgreSQL. */
export const tables = {
  account_acts: {
    organization_id: 'uuid',
    id: 'uuid',
    account_id: 'uuid',
    super_admin_id: 'uuid',
    act: 'text',
    reason: 'text',
    by_user_id: 'uuid',
    at: 'timestamp with time zone',
  },
  account_links: {
    id: 'uuid',
    token_hash: 'bytea',
    kind: 'text',
    email: 'text',
    email_key: 'text',
    name: 'text',
    password_hash: 'text',
    organization_id: 'uuid',
    officer_id: 'uuid',
    expires_at: 'timestamp with time zone',
    used_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    account_id: 'uuid',
    withdrawn_at: 'timestamp with time zone',
    withdrawn_by: 'uuid',
    badge_number: 'text',
  },
  accounts: {
    id: 'uuid',
    email: 'text',
    email_key: 'text',
    name: 'text',
    password_hash: 'text',
    password_changed_at: 'timestamp with time zone',
    disabled_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    passkey_offers_declined: 'smallint',
    alert_offer_dismissed_at: 'timestamp with time zone',
  },
  announcement_recipients: {
    organization_id: 'uuid',
    announcement_id: 'uuid',
    officer_id: 'uuid',
    read_at: 'timestamp with time zone',
  },
  announcement_replies: {
    organization_id: 'uuid',
    id: 'uuid',
    announcement_id: 'uuid',
    officer_id: 'uuid',
    body: 'text',
    created_at: 'timestamp with time zone',
  },
  announcements: {
    organization_id: 'uuid',
    id: 'uuid',
    author_id: 'uuid',
    author_name: 'text',
    audience: 'text',
    audience_name: 'text',
    assignment_id: 'uuid',
    title: 'text',
    body: 'text',
    reminded_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
  },
  assignment_copies: {
    organization_id: 'uuid',
    id: 'uuid',
    source_on: 'date',
    target_on: 'date',
    days: 'smallint',
    published: 'boolean',
    assignment_ids: 'uuid[]',
    made_by: 'uuid',
    made_at: 'timestamp with time zone',
    undone_at: 'timestamp with time zone',
  },
  assignment_series: {
    organization_id: 'uuid',
    id: 'uuid',
    pattern: 'jsonb',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  assignment_templates: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    body: 'jsonb',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  assignments: {
    organization_id: 'uuid',
    id: 'uuid',
    title: 'text',
    description: 'text',
    kind: 'text',
    client: 'text',
    location_name: 'text',
    location_address: 'text',
    location_lat: 'double precision',
    location_lng: 'double precision',
    location_radius_m: 'integer',
    time_zone: 'text',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    min_required: 'integer',
    signup_mode: 'text',
    signup_opens_at: 'timestamp with time zone',
    signup_closes_at: 'timestamp with time zone',
    publish_at: 'timestamp with time zone',
    published_at: 'timestamp with time zone',
    announced_at: 'timestamp with time zone',
    backdate_reason: 'text',
    pay_code: 'text',
    min_pay_minutes: 'integer',
    status: 'text',
    series_id: 'uuid',
    clock_note: 'text',
    terms_changed_at: 'timestamp with time zone',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    cancelled_at: 'timestamp with time zone',
    cancelled_by: 'uuid',
    cancelled_party: 'text',
    cancel_reason: 'text',
    closed_at: 'timestamp with time zone',
    reopened_reason: 'text',
    version: 'integer',
    award_rule_id: 'uuid',
    group_steps: 'jsonb',
    draw_commitment: 'text',
    awarded_at: 'timestamp with time zone',
    award_early_by: 'uuid',
    award_early_reason: 'text',
    award_number: 'integer',
    keeps_waitlist: 'boolean',
    radio_channel: 'text',
  },
  attendance: {
    organization_id: 'uuid',
    id: 'uuid',
    signup_id: 'uuid',
    assignment_id: 'uuid',
    officer_id: 'uuid',
    state: 'text',
    scheduled_starts_at: 'timestamp with time zone',
    scheduled_ends_at: 'timestamp with time zone',
    checked_in_at: 'timestamp with time zone',
    checked_out_at: 'timestamp with time zone',
    original_in_at: 'timestamp with time zone',
    original_out_at: 'timestamp with time zone',
    device_in_at: 'timestamp with time zone',
    device_out_at: 'timestamp with time zone',
    in_lat: 'double precision',
    in_lng: 'double precision',
    in_accuracy_m: 'double precision',
    in_distance_m: 'double precision',
    in_position: 'text',
    out_lat: 'double precision',
    out_lng: 'double precision',
    out_accuracy_m: 'double precision',
    out_distance_m: 'double precision',
    out_position: 'text',
    closed_by_system: 'boolean',
    worked_minutes: 'integer',
    note: 'text',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    reason: 'text',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    asked_in_at: 'timestamp with time zone',
    asked_out_at: 'timestamp with time zone',
    in_age_s: 'integer',
    in_same_fixes: 'integer',
    in_kmh: 'double precision',
    out_age_s: 'integer',
    out_kmh: 'double precision',
    in_arrived_at: 'timestamp with time zone',
    out_arrived_at: 'timestamp with time zone',
    late_out_at: 'timestamp with time zone',
    again_in_at: 'timestamp with time zone',
    begun_at: 'timestamp with time zone',
  },
  attendance_gaps: {
    organization_id: 'uuid',
    id: 'uuid',
    attendance_id: 'uuid',
    officer_id: 'uuid',
    left_at: 'timestamp with time zone',
    back_at: 'timestamp with time zone',
    counted: 'boolean',
    left_device_at: 'timestamp with time zone',
    left_lat: 'double precision',
    left_lng: 'double precision',
    left_accuracy_m: 'double precision',
    left_distance_m: 'double precision',
    left_position: 'text',
    back_device_at: 'timestamp with time zone',
    back_lat: 'double precision',
    back_lng: 'double precision',
    back_accuracy_m: 'double precision',
    back_distance_m: 'double precision',
    back_position: 'text',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    left_age_s: 'integer',
    left_kmh: 'double precision',
    back_age_s: 'integer',
    back_same_fixes: 'integer',
    back_kmh: 'double precision',
    left_arrived_at: 'timestamp with time zone',
    back_arrived_at: 'timestamp with time zone',
  },
  audit_entries: {
    organization_id: 'uuid',
    id: 'bigint',
    at: 'timestamp with time zone',
    request_id: 'uuid',
    action: 'text',
    actor_user_id: 'uuid',
    actor_officer_id: 'uuid',
    actor_role: 'text',
    thing_type: 'text',
    thing_id: 'uuid',
    before: 'jsonb',
    after: 'jsonb',
    ip: 'text',
    user_agent: 'text',
    about: 'uuid',
  },
  audit_seal_entries: {
    organization_id: 'uuid',
    entry_id: 'bigint',
    seal_number: 'bigint',
    digest: 'bytea',
  },
  audit_seals: {
    organization_id: 'uuid',
    number: 'bigint',
    previous_hash: 'bytea',
    hash: 'bytea',
    entry_count: 'integer',
    first_id: 'bigint',
    last_id: 'bigint',
    sealed_at: 'timestamp with time zone',
    high_id: 'bigint',
    sealer_xid: 'xid8',
    settled_id: 'bigint',
  },
  award_adoptions: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    rule_id: 'uuid',
    effective_from: 'timestamp with time zone',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    note: 'text',
  },
  award_cases: {
    organization_id: 'uuid',
    id: 'uuid',
    round_id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    officer_id: 'uuid',
    instead_id: 'uuid',
    instead_signup_id: 'uuid',
    made_by: 'uuid',
    made_reason: 'text',
    minutes: 'integer',
    remedy: 'text',
    found_at: 'timestamp with time zone',
    closed_at: 'timestamp with time zone',
    closed_by: 'uuid',
    closed_remedy: 'text',
    closed_note: 'text',
    version: 'integer',
    cause: 'text',
  },
  award_draws: {
    organization_id: 'uuid',
    assignment_id: 'uuid',
    seed: 'text',
    drawn_at: 'timestamp with time zone',
    revealed_at: 'timestamp with time zone',
  },
  award_input_checks: {
    organization_id: 'uuid',
    id: 'uuid',
    round_id: 'uuid',
    checked_at: 'timestamp with time zone',
    differences: 'jsonb',
    changed: 'boolean',
  },
  award_receipts: {
    organization_id: 'uuid',
    id: 'uuid',
    round_id: 'uuid',
    officer_id: 'uuid',
    signup_id: 'uuid',
    rank: 'integer',
    of: 'integer',
    "values": 'jsonb',
    decided_by: 'text',
    outcome: 'text',
    reasons: 'jsonb',
    won: 'jsonb',
    others: 'jsonb',
    created_at: 'timestamp with time zone',
  },
  award_rounds: {
    organization_id: 'uuid',
    id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    purpose: 'text',
    rule_version_id: 'uuid',
    rule_name: 'text',
    rule_version: 'integer',
    rule: 'jsonb',
    at: 'timestamp with time zone',
    places: 'integer',
    inputs: 'jsonb',
    inputs_hash: 'text',
    result_hash: 'text',
    seed: 'text',
    commitment: 'text',
    decided_by: 'uuid',
    reason: 'text',
    award_number: 'integer',
  },
  award_rule_versions: {
    organization_id: 'uuid',
    id: 'uuid',
    rule_id: 'uuid',
    version: 'integer',
    effective_from: 'timestamp with time zone',
    body: 'jsonb',
    note: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  award_rules: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    pack: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  billing_accounts: {
    organization_id: 'uuid',
    legal_name: 'text',
    address: 'text',
    email: 'text',
    tax_name: 'text',
    tax_rate_millionths: 'integer',
    tax_exempt: 'boolean',
    exemption_certificate: 'text',
    reminders: 'boolean',
    suspend_after_days: 'integer',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  billing_tasks: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    invoice_id: 'uuid',
    days_overdue: 'integer',
    state: 'text',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    note: 'text',
    created_at: 'timestamp with time zone',
  },
  bulk_edits: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    changes: 'jsonb',
    made_by: 'uuid',
    made_at: 'timestamp with time zone',
    undone_at: 'timestamp with time zone',
  },
  calendar_feeds: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    token_hash: 'bytea',
    created_at: 'timestamp with time zone',
    last_read_at: 'timestamp with time zone',
    revoked_at: 'timestamp with time zone',
    revoked_why: 'text',
  },
  channel_orders: {
    organization_id: 'uuid',
    id: 'uuid',
    event: 'text',
    push_after: 'integer',
    text_after: 'integer',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    call_after: 'integer',
  },
  contact_requests: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    message: 'text',
    officer_id: 'uuid',
    status: 'text',
    created_at: 'timestamp with time zone',
    quiet_until: 'timestamp with time zone',
    asked_by: 'uuid',
    answer: 'text',
    answered_at: 'timestamp with time zone',
    worked_by: 'uuid',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  contract_charges: {
    organization_id: 'uuid',
    contract_id: 'uuid',
    instalment: 'integer',
    version: 'integer',
    amount_cents: 'bigint',
    invoice_id: 'uuid',
    created_at: 'timestamp with time zone',
  },
  contract_versions: {
    organization_id: 'uuid',
    contract_id: 'uuid',
    number: 'integer',
    effective_on: 'date',
    size: 'text',
    tier: 'text',
    price_cents: 'bigint',
    list_cents: 'bigint',
    note: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  contracts: {
    organization_id: 'uuid',
    id: 'uuid',
    currency: 'text',
    billing: 'text',
    starts_on: 'date',
    ends_on: 'date',
    renews: 'boolean',
    notice_days: 'integer',
    purchase_order: 'text',
    renewal_of: 'uuid',
    cancelled_from: 'date',
    cancel_reason: 'text',
    cancelled_at: 'timestamp with time zone',
    cancel_credits: 'boolean',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  deliveries: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    event: 'text',
    audience: 'text',
    channel: 'text',
    assignment_id: 'uuid',
    title: 'text',
    message: 'text',
    told_at: 'timestamp with time zone',
    planned_at: 'timestamp with time zone',
    expires_at: 'timestamp with time zone',
    next_try_at: 'timestamp with time zone',
    attempts: 'integer',
    state: 'text',
    outcome: 'text',
    sent_at: 'timestamp with time zone',
    target_id: 'uuid',
    created_at: 'timestamp with time zone',
    reply_code: 'text',
    segments: 'integer',
    provider_id: 'text',
    receipt: 'text',
    receipt_at: 'timestamp with time zone',
    call_seconds: 'integer',
    price: 'numeric(12,6)',
    currency: 'text',
  },
  demo_request_counts: {
    organization_id: 'uuid',
    source: 'text',
    hour: 'timestamp with time zone',
    made: 'integer',
  },
  escalation_plans: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    steps: 'jsonb',
    active_from: 'timestamp with time zone',
    updated_by: 'uuid',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  escalation_steps: {
    organization_id: 'uuid',
    escalation_id: 'uuid',
    "position": 'integer',
    kind: 'text',
    at: 'timestamp with time zone',
    told_count: 'integer',
    told: 'uuid[]',
  },
  escalations: {
    organization_id: 'uuid',
    id: 'uuid',
    assignment_id: 'uuid',
    steps: 'jsonb',
    published_at: 'timestamp with time zone',
    emergency: 'boolean',
    paused_at: 'timestamp with time zone',
    paused_by: 'uuid',
    pause_reason: 'text',
    paused_minutes: 'integer',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  exports: {
    organization_id: 'uuid',
    id: 'uuid',
    call: 'text',
    title: 'text',
    format: 'text',
    parameters: 'jsonb',
    file_name: 'text',
    rows_total: 'integer',
    rows_done: 'integer',
    state: 'text',
    started_by: 'uuid',
    created_at: 'timestamp with time zone',
    alive_at: 'timestamp with time zone',
    finished_at: 'timestamp with time zone',
  },
  factors: {
    id: 'uuid',
    account_id: 'uuid',
    kind: 'text',
    name: 'text',
    secret: 'bytea',
    last_step: 'bigint',
    credential_id: 'bytea',
    public_key: 'bytea',
    counter: 'bigint',
    transports: 'text[]',
    confirmed_at: 'timestamp with time zone',
    last_used_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
  },
  faq_categories: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    "position": 'double precision',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  faq_entries: {
    organization_id: 'uuid',
    id: 'uuid',
    category_id: 'uuid',
    question: 'text',
    answer: 'text',
    "position": 'double precision',
    published: 'boolean',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  feature_requests: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    user_id: 'uuid',
    title: 'text',
    description: 'text',
    category: 'text',
    priority: 'text',
    status: 'text',
    answer: 'text',
    answered_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    trial_data: 'jsonb',
    trial_state: 'text',
    owner_id: 'uuid',
    next_step_on: 'date',
    closed_reason: 'text',
    trial_organization_id: 'uuid',
    worked_at: 'timestamp with time zone',
    votes: 'integer',
    merged_at: 'timestamp with time zone',
  },
  feature_uses: {
    organization_id: 'uuid',
    feature: 'text',
    day: 'date',
  },
  feedback_merges: {
    organization_id: 'uuid',
    request_id: 'uuid',
    from_organization_id: 'uuid',
    into_id: 'uuid',
    into_organization_id: 'uuid',
    person: 'uuid',
    merged_by: 'uuid',
    merged_at: 'timestamp with time zone',
  },
  figure_marks: {
    organization_id: 'uuid',
    id: 'bigint',
    at: 'timestamp with time zone',
    onward: 'boolean',
  },
  figure_states: {
    organization_id: 'uuid',
    kept_at: 'timestamp with time zone',
  },
  fill_plan_lines: {
    organization_id: 'uuid',
    id: 'uuid',
    plan_id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    officer_id: 'uuid',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    why: 'jsonb',
    taken_at: 'timestamp with time zone',
    taken_by: 'uuid',
    signup_id: 'uuid',
  },
  fill_plans: {
    organization_id: 'uuid',
    id: 'uuid',
    asked_by: 'uuid',
    asked_at: 'timestamp with time zone',
    days: 'smallint',
    status: 'text',
    begun_at: 'timestamp with time zone',
    tries: 'smallint',
    solved_at: 'timestamp with time zone',
    outcome: 'jsonb',
  },
  force_exemptions: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    reason: 'text',
    starts_on: 'date',
    ends_on: 'date',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    ended_by: 'uuid',
  },
  force_members: {
    organization_id: 'uuid',
    officer_id: 'uuid',
    name: 'text',
    badge_number: 'text',
    unit: 'text',
    hired_on: 'date',
    is_admin: 'boolean',
    joined_at: 'timestamp with time zone',
    left_on: 'date',
  },
  force_settings: {
    organization_id: 'uuid',
    counted: 'text',
    year_starts: 'text',
    newcomers: 'text',
    by_unit: 'boolean',
    admins_listed: 'boolean',
    names_shown: 'boolean',
    volunteer_minutes: 'integer',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  idempotency_keys: {
    organization_id: 'uuid',
    scope: 'text',
    call: 'text',
    key: 'text',
    body_hash: 'bytea',
    status: 'integer',
    answer: 'text',
    created_at: 'timestamp with time zone',
  },
  imported_tours: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    on_day: 'date',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
  },
  invoice_documents: {
    organization_id: 'uuid',
    invoice_id: 'uuid',
    pdf: 'bytea',
    sha256: 'bytea',
    made_at: 'timestamp with time zone',
  },
  invoice_letters: {
    organization_id: 'uuid',
    invoice_id: 'uuid',
    kind: 'text',
    to_address: 'text',
    created_at: 'timestamp with time zone',
  },
  invoice_lines: {
    organization_id: 'uuid',
    id: 'uuid',
    invoice_id: 'uuid',
    "position": 'integer',
    description: 'text',
    quantity: 'integer',
    unit_cents: 'bigint',
    amount_cents: 'bigint',
    taxable: 'boolean',
  },
  invoice_numbers: {
    organization_id: 'uuid',
    series: 'text',
    year: 'integer',
    number: 'integer',
    customer_id: 'uuid',
    invoice_id: 'uuid',
  },
  invoices: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    status: 'text',
    number: 'text',
    currency: 'text',
    contract_id: 'uuid',
    credits_id: 'uuid',
    period_from: 'date',
    period_to: 'date',
    purchase_order: 'text',
    note: 'text',
    tax_name: 'text',
    tax_rate_millionths: 'integer',
    net_cents: 'bigint',
    taxable_cents: 'bigint',
    tax_cents: 'bigint',
    total_cents: 'bigint',
    paid_cents: 'bigint',
    credited_cents: 'bigint',
    issued_on: 'date',
    due_on: 'date',
    issued_at: 'timestamp with time zone',
    issued_by: 'uuid',
    settled_at: 'timestamp with time zone',
    seller: 'jsonb',
    buyer: 'jsonb',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  leave_requests: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    state: 'text',
    kind: 'text',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    whole_days: 'boolean',
    note: 'text',
    leave_id: 'uuid',
    deny_reason: 'text',
    answer: 'text',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  leaves: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    kind: 'text',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    whole_days: 'boolean',
    note: 'text',
    entered_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  locations: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    address: 'text',
    lat: 'double precision',
    lng: 'double precision',
    radius_m: 'integer',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  mails: {
    organization_id: 'uuid',
    id: 'uuid',
    to_address: 'text',
    subject: 'text',
    text_body: 'text',
    html_body: 'text',
    state: 'text',
    attempts: 'integer',
    next_try_at: 'timestamp with time zone',
    last_error: 'text',
    created_at: 'timestamp with time zone',
    sent_at: 'timestamp with time zone',
    expires_at: 'timestamp with time zone',
    about: 'uuid',
    attachment_name: 'text',
    attachment: 'bytea',
  },
  memberships: {
    account_id: 'uuid',
    organization_id: 'uuid',
    officer_id: 'uuid',
    id: 'uuid',
    second_factor: 'boolean',
    locked_since: 'timestamp with time zone',
    locked_until: 'timestamp with time zone',
    locked_why: 'text',
    role: 'text',
    standing: 'text',
    left_on: 'date',
    account_disabled_at: 'timestamp with time zone',
    factors_reset_at: 'timestamp with time zone',
    reset_sent_at: 'timestamp with time zone',
  },
  month_figures: {
    organization_id: 'uuid',
    month: 'date',
    computed_at: 'timestamp with time zone',
    state: 'text',
    tier: 'text',
    officers: 'integer',
    active: 'boolean',
    shifts_posted: 'integer',
    places_posted: 'integer',
    shifts: 'integer',
    required: 'integer',
    held: 'integer',
    filled: 'integer',
    under_15: 'integer',
    under_30: 'integer',
    under_45: 'integer',
    under_60: 'integer',
    under_90: 'integer',
    under_120: 'integer',
    under_180: 'integer',
    under_240: 'integer',
    under_360: 'integer',
    under_480: 'integer',
    under_720: 'integer',
    under_960: 'integer',
    under_1440: 'integer',
    under_2880: 'integer',
    under_4320: 'integer',
    under_10080: 'integer',
    trials_started: 'integer',
    trials_ended: 'integer',
    trials_converted: 'integer',
    features_on: 'integer',
    features_used: 'integer',
    live_minutes: 'integer',
  },
  month_fill_times: {
    organization_id: 'uuid',
    month: 'date',
    minutes: 'integer',
    tier: 'text',
    shifts: 'integer',
  },
  notice_acceptances: {
    organization_id: 'uuid',
    version: 'integer',
    officer_id: 'uuid',
    accepted_at: 'timestamp with time zone',
  },
  notification_settings: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    quiet: 'text',
    quiet_from: 'time without time zone',
    quiet_to: 'time without time zone',
    choices: 'jsonb',
    updated_at: 'timestamp with time zone',
  },
  notifications: {
    organization_id: 'uuid',
    id: 'uuid',
    type: 'text',
    title: 'text',
    message: 'text',
    officer_id: 'uuid',
    assignment_id: 'uuid',
    read: 'boolean',
    read_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    announcement_id: 'uuid',
  },
  number_series: {
    organization_id: 'uuid',
    series: 'text',
    year: 'integer',
    last: 'integer',
  },
  officer_assignments: {
    organization_id: 'uuid',
    id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    officer_id: 'uuid',
    status: 'text',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    applied_at: 'timestamp with time zone',
    assigned_by: 'uuid',
    override_reason: 'text',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    reason: 'text',
    calloff_reason: 'text',
    calloff_requested_at: 'timestamp with time zone',
    offer_expires_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    called_off_at: 'timestamp with time zone',
    offer_shared: 'boolean',
    replaces_id: 'uuid',
    successor_id: 'uuid',
    decided_from: 'text',
    begun_at: 'timestamp with time zone',
    took_over: 'boolean',
    order_reason: 'text',
  },
  officer_certifications: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    type: 'text',
    number: 'text',
    issued_on: 'date',
    expires_on: 'date',
    verified_by: 'uuid',
    verified_at: 'timestamp with time zone',
    reminded_days: 'integer',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  officer_imports: {
    organization_id: 'uuid',
    id: 'uuid',
    file_name: 'text',
    file_hash: 'bytea',
    mapping: 'jsonb',
    rows_total: 'integer',
    rows_done: 'integer',
    created_count: 'integer',
    updated_count: 'integer',
    unchanged_count: 'integer',
    state: 'text',
    failure: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    finished_at: 'timestamp with time zone',
  },
  officer_merges: {
    organization_id: 'uuid',
    id: 'uuid',
    from_id: 'uuid',
    into_id: 'uuid',
    kind: 'text',
    from_name: 'text',
    from_row: 'jsonb',
    into_row: 'jsonb',
    moved: 'jsonb',
    set_aside: 'jsonb',
    made_by: 'uuid',
    made_at: 'timestamp with time zone',
    undone_by: 'uuid',
    undone_at: 'timestamp with time zone',
  },
  officer_notes: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    author_id: 'uuid',
    body: 'text',
    created_at: 'timestamp with time zone',
  },
  officers: {
    organization_id: 'uuid',
    id: 'uuid',
    user_id: 'uuid',
    role: 'text',
    approved: 'boolean',
    name: 'text',
    email: 'text',
    email_key: 'text',
    badge_number: 'text',
    rank: 'text',
    unit: 'text',
    hired_on: 'date',
    phone: 'text',
    hourly_rate: 'bigint',
    approved_at: 'timestamp with time zone',
    rejected_at: 'timestamp with time zone',
    suspended_at: 'timestamp with time zone',
    left_on: 'date',
    standing_reason: 'text',
    invited_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    claimed_badge: 'text',
    claimed_email_key: 'text',
  },
  onboardings: {
    organization_id: 'uuid',
    skipped: 'text[]',
    put_away_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    mode_chosen_at: 'timestamp with time zone',
  },
  openings: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    kind: 'text',
    times: 'integer',
    minutes: 'integer',
    last_on: 'date',
    reason: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    takes_back: 'uuid',
  },
  opportunities: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    at: 'timestamp with time zone',
    recorded_at: 'timestamp with time zone',
    kind: 'text',
    minutes: 'integer',
    assignment_id: 'uuid',
    post_id: 'uuid',
    signup_id: 'uuid',
    source: 'text',
    note: 'text',
    times: 'integer',
    contact: 'text',
  },
  order_asked: {
    organization_id: 'uuid',
    call_id: 'uuid',
    officer_id: 'uuid',
    answer: 'text',
    answered_at: 'timestamp with time zone',
    outcome: 'text',
  },
  order_calls: {
    organization_id: 'uuid',
    id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    opened_at: 'timestamp with time zone',
    closes_at: 'timestamp with time zone',
    opened_by: 'uuid',
    closed_at: 'timestamp with time zone',
    outcome: 'text',
    volunteered_count: 'integer',
    ordered_count: 'integer',
    missing_count: 'integer',
    stopped_by: 'uuid',
    stop_reason: 'text',
  },
  order_ins: {
    organization_id: 'uuid',
    id: 'uuid',
    call_id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    officer_id: 'uuid',
    signup_id: 'uuid',
    ordered_at: 'timestamp with time zone',
    "position": 'integer',
    count_before: 'integer',
    seen_at: 'timestamp with time zone',
    cancelled_at: 'timestamp with time zone',
    cancelled_by: 'uuid',
    cancel_reason: 'text',
    fell_at: 'timestamp with time zone',
    list_units: 'text[]',
  },
  order_receipts: {
    organization_id: 'uuid',
    call_id: 'uuid',
    passed: 'jsonb',
  },
  organization_erasures: {
    organization_id: 'uuid',
    id: 'uuid',
    subject_id: 'uuid',
    subject_name: 'text',
    subject_subdomain: 'text',
    state_before: 'text',
    reason: 'text',
    asked_by: 'uuid',
    asked_by_name: 'text',
    asked_at: 'timestamp with time zone',
    erase_after: 'timestamp with time zone',
    called_off_at: 'timestamp with time zone',
    called_off_by: 'uuid',
    called_off_by_name: 'text',
    call_off_reason: 'text',
    confirmed_at: 'timestamp with time zone',
    confirmed_by: 'uuid',
    confirmed_by_name: 'text',
    begun_at: 'timestamp with time zone',
    seal_number: 'bigint',
    seal_digest: 'text',
    sealed_at: 'timestamp with time zone',
    rows: 'jsonb',
    finished_at: 'timestamp with time zone',
    asked_alone: 'boolean',
  },
  organization_figures: {
    organization_id: 'uuid',
    officers_counted: 'integer',
    extra_time_open: 'integer',
    last_activity_at: 'timestamp with time zone',
  },
  organization_logos: {
    organization_id: 'uuid',
    id: 'uuid',
    webp: 'bytea',
    png: 'bytea',
    width: 'integer',
    height: 'integer',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    replaced_at: 'timestamp with time zone',
  },
  organization_standings: {
    organization_id: 'uuid',
    id: 'bigint',
    at: 'timestamp with time zone',
    tier: 'text',
    state: 'text',
    trial_end_date: 'date',
    features_enabled: 'jsonb',
    branded: 'boolean',
  },
  organizations: {
    id: 'uuid',
    name: 'text',
    subdomain: 'text',
    subscription_tier: 'text',
    features_enabled: 'jsonb',
    trial_end_date: 'date',
    max_officers: 'integer',
    primary_color: 'text',
    time_zone: 'text',
    city: 'text',
    state: 'text',
    calloff_notice_minutes: 'integer',
    checkin_opens_minutes: 'integer',
    signup_mode: 'text',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    address: 'text',
    phone: 'text',
    contact_email: 'text',
    time_format: 'text',
    location_radius_m: 'integer',
    hours_edit_limit_days: 'integer',
    quiet_from: 'time without time zone',
    quiet_to: 'time without time zone',
    admins_release_locks: 'boolean',
    mfa_officers: 'boolean',
    notice_version: 'integer',
    logo_id: 'uuid',
    logo_url: 'text',
    state_reason: 'text',
    state_since: 'timestamp with time zone',
    erase_after: 'timestamp with time zone',
    erase_confirmed_at: 'timestamp with time zone',
    first_published_at: 'timestamp with time zone',
    calloff_desk_minutes: 'integer',
    swaps_need_approval: 'boolean',
    officers_see_schedule: 'boolean',
  },
  outbox: {
    organization_id: 'uuid',
    xid: 'xid8',
    topic: 'text',
    thing_id: 'uuid',
    officer_id: 'uuid',
    audience: 'text',
    at: 'timestamp with time zone',
  },
  overtime_requests: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    status: 'text',
    kind: 'text',
    starts_at: 'timestamp with time zone',
    minutes: 'integer',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    ends_at: 'timestamp with time zone',
    signup_id: 'uuid',
    docket_number: 'text',
    court: 'text',
    reason: 'text',
    asked_starts_at: 'timestamp with time zone',
    asked_minutes: 'integer',
    submitted_at: 'timestamp with time zone',
    reminded_days: 'integer',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    decision_reason: 'text',
  },
  passkey_challenges: {
    id: 'uuid',
    bound_to: 'bytea',
    purpose: 'text',
    challenge: 'text',
    created_at: 'timestamp with time zone',
    used_at: 'timestamp with time zone',
  },
  past_figures: {
    organization_id: 'uuid',
    month: 'date',
    state: 'text',
    tier: 'text',
    officers: 'integer',
    active: 'boolean',
    shifts_posted: 'integer',
    places_posted: 'integer',
    shifts: 'integer',
    required: 'integer',
    held: 'integer',
    filled: 'integer',
    under_15: 'integer',
    under_30: 'integer',
    under_45: 'integer',
    under_60: 'integer',
    under_90: 'integer',
    under_120: 'integer',
    under_180: 'integer',
    under_240: 'integer',
    under_360: 'integer',
    under_480: 'integer',
    under_720: 'integer',
    under_960: 'integer',
    under_1440: 'integer',
    under_2880: 'integer',
    under_4320: 'integer',
    under_10080: 'integer',
    trials_started: 'integer',
    trials_ended: 'integer',
    trials_converted: 'integer',
    features_on: 'integer',
    features_used: 'integer',
    live_minutes: 'integer',
    series: 'uuid',
  },
  past_fill_times: {
    organization_id: 'uuid',
    month: 'date',
    minutes: 'integer',
    tier: 'text',
    shifts: 'integer',
    series: 'uuid',
  },
  payment_allocations: {
    organization_id: 'uuid',
    payment_id: 'uuid',
    invoice_id: 'uuid',
    currency: 'text',
    amount_cents: 'bigint',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
  },
  payments: {
    organization_id: 'uuid',
    id: 'uuid',
    method: 'text',
    reference: 'text',
    currency: 'text',
    amount_cents: 'bigint',
    received_on: 'date',
    note: 'text',
    allocated_cents: 'bigint',
    reversed_on: 'date',
    reverse_reason: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    refunded_cents: 'bigint',
  },
  phone_replies: {
    organization_id: 'uuid',
    provider_id: 'text',
    said: 'text',
    created_at: 'timestamp with time zone',
  },
  phones: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    number: 'text',
    number_hash: 'bytea',
    consented_at: 'timestamp with time zone',
    consent_text: 'text',
    code_hash: 'bytea',
    code_expires_at: 'timestamp with time zone',
    code_tries: 'integer',
    confirmed_at: 'timestamp with time zone',
    stopped_at: 'timestamp with time zone',
    stopped_why: 'text',
    call_consented_at: 'timestamp with time zone',
    call_consent_text: 'text',
    call_stopped_at: 'timestamp with time zone',
  },
  place_events: {
    organization_id: 'uuid',
    id: 'bigint',
    assignment_id: 'uuid',
    at: 'timestamp with time zone',
    delta: 'smallint',
  },
  place_holds: {
    organization_id: 'uuid',
    signup_id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    kind: 'text',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    until: 'timestamp with time zone',
    applied_at: 'timestamp with time zone',
  },
  platoon_members: {
    organization_id: 'uuid',
    id: 'uuid',
    platoon_id: 'uuid',
    officer_id: 'uuid',
    starts_on: 'date',
    ends_on: 'date',
    created_at: 'timestamp with time zone',
  },
  platoon_schedules: {
    organization_id: 'uuid',
    platoon_id: 'uuid',
    starts_on: 'date',
    anchor_on: 'date',
    keeps: 'text',
    pattern: 'jsonb',
    created_at: 'timestamp with time zone',
  },
  platoons: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    unit: 'text',
    ended_on: 'date',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  posts: {
    organization_id: 'uuid',
    id: 'uuid',
    assignment_id: 'uuid',
    name: 'text',
    "position": 'integer',
    required_count: 'integer',
    confirmed_count: 'integer',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    requirements: 'jsonb',
    split_minutes: 'integer',
    freed_at: 'timestamp with time zone',
  },
  problem_reports: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    user_id: 'uuid',
    title: 'text',
    description: 'text',
    category: 'text',
    severity: 'text',
    browser_info: 'jsonb',
    status: 'text',
    answer: 'text',
    answered_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
    votes: 'integer',
    merged_at: 'timestamp with time zone',
  },
  push_subscriptions: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    session_id: 'uuid',
    endpoint: 'text',
    p256dh: 'text',
    auth: 'text',
    user_agent: 'text',
    created_at: 'timestamp with time zone',
    platform: 'text',
  },
  push_tokens: {
    organization_id: 'uuid',
    subscription_id: 'uuid',
    token_hash: 'bytea',
  },
  recovery_codes: {
    account_id: 'uuid',
    id: 'uuid',
    hashes: 'bytea[]',
    codes_left: 'integer',
    made_at: 'timestamp with time zone',
  },
  refunds: {
    organization_id: 'uuid',
    id: 'uuid',
    payment_id: 'uuid',
    credit_note_id: 'uuid',
    method: 'text',
    reference: 'text',
    currency: 'text',
    amount_cents: 'bigint',
    refunded_on: 'date',
    reason: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  reminders: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    assignment_id: 'uuid',
    officer_id: 'uuid',
    starts_at: 'timestamp with time zone',
    created_at: 'timestamp with time zone',
  },
  request_notes: {
    organization_id: 'uuid',
    id: 'uuid',
    request_id: 'uuid',
    author_id: 'uuid',
    body: 'text',
    created_at: 'timestamp with time zone',
  },
  revenue_figures: {
    organization_id: 'uuid',
    month: 'date',
    currency: 'text',
    tier: 'text',
    opening_tier: 'text',
    opening_cents: 'bigint',
    closing_cents: 'bigint',
    computed_at: 'timestamp with time zone',
  },
  saved_filters: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    page: 'text',
    name: 'text',
    filters: 'jsonb',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
  },
  schema_migrations: {
    name: 'text',
    checksum: 'text',
    applied_at: 'timestamp with time zone',
  },
  sessions: {
    id: 'uuid',
    token_hash: 'bytea',
    user_id: 'uuid',
    organization_id: 'uuid',
    kind: 'text',
    created_at: 'timestamp with time zone',
    last_seen_at: 'timestamp with time zone',
    ended_at: 'timestamp with time zone',
    ended_why: 'text',
    ip: 'text',
    user_agent: 'text',
    second_factor_at: 'timestamp with time zone',
    proved_at: 'timestamp with time zone',
  },
  shared_places: {
    organization_id: 'uuid',
    signup_id: 'uuid',
    assignment_id: 'uuid',
    officer_id: 'uuid',
    name: 'text',
  },
  shift_changes: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    signup_id: 'uuid',
    was: 'text',
    next_signup_id: 'uuid',
    next_as: 'text',
    leave_id: 'uuid',
    made_by: 'uuid',
    made_at: 'timestamp with time zone',
    undone_at: 'timestamp with time zone',
    swaps: 'jsonb',
    next_was: 'jsonb',
  },
  sign_in_attempts: {
    id: 'uuid',
    email_key: 'text',
    at: 'timestamp with time zone',
    outcome: 'text',
    kind: 'text',
    browser: 'bytea',
    source: 'bytea',
  },
  sign_in_notices: {
    organization_id: 'uuid',
    id: 'uuid',
    version: 'integer',
    text: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  sign_in_steps: {
    id: 'uuid',
    token_hash: 'bytea',
    account_id: 'uuid',
    organization_id: 'uuid',
    kind: 'text',
    created_at: 'timestamp with time zone',
    ended_at: 'timestamp with time zone',
  },
  staffing_gaps: {
    organization_id: 'uuid',
    minimum_id: 'uuid',
    on_day: 'date',
    assignment_id: 'uuid',
    opened_at: 'timestamp with time zone',
    closed_at: 'timestamp with time zone',
    places: 'integer',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    reason: 'text',
    told: 'text',
    updated_at: 'timestamp with time zone',
    announced: 'boolean',
    said: 'jsonb',
    unsaid: 'boolean',
  },
  staffing_minimums: {
    organization_id: 'uuid',
    id: 'uuid',
    name: 'text',
    platoon_id: 'uuid',
    unit: 'text',
    rank: 'text',
    "least": 'integer',
    weekdays: 'integer[]',
    start_time: 'text',
    end_time: 'text',
    starts_on: 'date',
    last_on: 'date',
    days_ahead: 'integer',
    latest_minutes: 'integer',
    title: 'text',
    kind: 'text',
    location_name: 'text',
    location_address: 'text',
    signup_mode: 'text',
    award_rule_id: 'uuid',
    requirements: 'jsonb',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  super_admin_users: {
    id: 'uuid',
    email: 'text',
    email_key: 'text',
    active: 'boolean',
    account_id: 'uuid',
    created_at: 'timestamp with time zone',
    active_since: 'timestamp with time zone',
  },
  support_accesses: {
    organization_id: 'uuid',
    id: 'uuid',
    session_id: 'uuid',
    user_id: 'uuid',
    by_name: 'text',
    reason: 'text',
    may_write: 'boolean',
    started_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    ended_at: 'timestamp with time zone',
    ended_why: 'text',
    ended_by: 'uuid',
  },
  swaps: {
    organization_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    state: 'text',
    officer_id: 'uuid',
    officer_name: 'text',
    signup_id: 'uuid',
    assignment_id: 'uuid',
    post_id: 'uuid',
    starts_at: 'timestamp with time zone',
    ends_at: 'timestamp with time zone',
    to_officer_id: 'uuid',
    to_name: 'text',
    note: 'text',
    taker_id: 'uuid',
    taker_name: 'text',
    counter_signup_id: 'uuid',
    counter_assignment_id: 'uuid',
    counter_post_id: 'uuid',
    counter_starts_at: 'timestamp with time zone',
    counter_ends_at: 'timestamp with time zone',
    decided_by: 'uuid',
    decided_at: 'timestamp with time zone',
    reason: 'text',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  tellings: {
    organization_id: 'uuid',
    id: 'uuid',
    event: 'text',
    title: 'text',
    message: 'text',
    audience: 'text',
    officer_id: 'uuid',
    assignment_id: 'uuid',
    about: 'uuid',
    created_at: 'timestamp with time zone',
    announcement_id: 'uuid',
  },
  testimonials: {
    organization_id: 'uuid',
    id: 'uuid',
    quote: 'text',
    role: 'text',
    department: 'text',
    consented_on: 'date',
    sample: 'boolean',
    "position": 'integer',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  tour_exceptions: {
    organization_id: 'uuid',
    id: 'uuid',
    officer_id: 'uuid',
    kind: 'text',
    on_day: 'date',
    works_on: 'date',
    start_time: 'text',
    minutes: 'integer',
    note: 'text',
    created_by: 'uuid',
    created_at: 'timestamp with time zone',
  },
  vendor_reads: {
    organization_id: 'uuid',
    id: 'uuid',
    user_id: 'uuid',
    session_id: 'uuid',
    call: 'text',
    reason: 'text',
    hour: 'timestamp with time zone',
    at: 'timestamp with time zone',
  },
  vendor_settings: {
    organization_id: 'uuid',
    id: 'uuid',
    legal_name: 'text',
    address: 'text',
    tax_id: 'text',
    support_email: 'text',
    payment_terms: 'text',
    invoice_footer: 'text',
    currency: 'text',
    price_5_25: 'bigint',
    price_26_100: 'bigint',
    price_over_100: 'bigint',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
  work_rules: {
    organization_id: 'uuid',
    rest_minutes: 'integer',
    windows: 'jsonb',
    max_consecutive_minutes: 'integer',
    break_minutes: 'integer',
    max_consecutive_days: 'integer',
    caps: 'jsonb',
    reach_minutes: 'integer',
    updated_by: 'uuid',
    updated_at: 'timestamp with time zone',
    version: 'integer',
  },
} as const

/** The row of every table as JSON carries it. */
export type Rows = {
  account_acts: {
    organization_id: string
    id: string
    account_id: string | null
    super_admin_id: string | null
    act: string
    reason: string
    by_user_id: string
    at: string
  }
  account_links: {
    id: string
    token_hash: unknown
    kind: string
    email: string
    email_key: string
    name: string | null
    password_hash: string | null
    organization_id: string | null
    officer_id: string | null
    expires_at: string
    used_at: string | null
    created_at: string
    account_id: string | null
    withdrawn_at: string | null
    withdrawn_by: string | null
    badge_number: string | null
  }
  accounts: {
    id: string
    email: string
    email_key: string
    name: string
    password_hash: string | null
    password_changed_at: string | null
    disabled_at: string | null
    created_at: string
    passkey_offers_declined: number
    alert_offer_dismissed_at: string | null
  }
  announcement_recipients: {
    organization_id: string
    announcement_id: string
    officer_id: string
    read_at: string | null
  }
  announcement_replies: {
    organization_id: string
    id: string
    announcement_id: string
    officer_id: string
    body: string
    created_at: string
  }
  announcements: {
    organization_id: string
    id: string
    author_id: string
    author_name: string
    audience: string
    audience_name: string | null
    assignment_id: string | null
    title: string
    body: string
    reminded_at: string | null
    created_at: string
  }
  assignment_copies: {
    organization_id: string
    id: string
    source_on: string
    target_on: string
    days: number
    published: boolean
    assignment_ids: string[]
    made_by: string | null
    made_at: string
    undone_at: string | null
  }
  assignment_series: {
    organization_id: string
    id: string
    pattern: unknown
    created_by: string | null
    created_at: string
  }
  assignment_templates: {
    organization_id: string
    id: string
    name: string
    body: unknown
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  assignments: {
    organization_id: string
    id: string
    title: string
    description: string
    kind: string
    client: string | null
    location_name: string | null
    location_address: string | null
    location_lat: number | null
    location_lng: number | null
    location_radius_m: number | null
    time_zone: string
    starts_at: string
    ends_at: string
    min_required: number
    signup_mode: string
    signup_opens_at: string | null
    signup_closes_at: string | null
    publish_at: string | null
    published_at: string | null
    announced_at: string | null
    backdate_reason: string | null
    pay_code: string | null
    min_pay_minutes: number
    status: string
    series_id: string | null
    clock_note: string | null
    terms_changed_at: string | null
    created_by: string | null
    created_at: string
    updated_at: string
    cancelled_at: string | null
    cancelled_by: string | null
    cancelled_party: string | null
    cancel_reason: string | null
    closed_at: string | null
    reopened_reason: string | null
    version: number
    award_rule_id: string | null
    group_steps: unknown
    draw_commitment: string | null
    awarded_at: string | null
    award_early_by: string | null
    award_early_reason: string | null
    award_number: number
    keeps_waitlist: boolean
    radio_channel: string | null
  }
  attendance: {
    organization_id: string
    id: string
    signup_id: string
    assignment_id: string
    officer_id: string
    state: string
    scheduled_starts_at: string
    scheduled_ends_at: string
    checked_in_at: string | null
    checked_out_at: string | null
    original_in_at: string | null
    original_out_at: string | null
    device_in_at: string | null
    device_out_at: string | null
    in_lat: number | null
    in_lng: number | null
    in_accuracy_m: number | null
    in_distance_m: number | null
    in_position: string | null
    out_lat: number | null
    out_lng: number | null
    out_accuracy_m: number | null
    out_distance_m: number | null
    out_position: string | null
    closed_by_system: boolean
    worked_minutes: number | null
    note: string | null
    decided_by: string | null
    decided_at: string | null
    reason: string | null
    created_at: string
    updated_at: string
    version: number
    asked_in_at: string | null
    asked_out_at: string | null
    in_age_s: number | null
    in_same_fixes: number | null
    in_kmh: number | null
    out_age_s: number | null
    out_kmh: number | null
    in_arrived_at: string | null
    out_arrived_at: string | null
    late_out_at: string | null
    again_in_at: string | null
    begun_at: string | null
  }
  attendance_gaps: {
    organization_id: string
    id: string
    attendance_id: string
    officer_id: string
    left_at: string
    back_at: string
    counted: boolean
    left_device_at: string | null
    left_lat: number | null
    left_lng: number | null
    left_accuracy_m: number | null
    left_distance_m: number | null
    left_position: string | null
    back_device_at: string | null
    back_lat: number | null
    back_lng: number | null
    back_accuracy_m: number | null
    back_distance_m: number | null
    back_position: string | null
    created_at: string
    updated_at: string
    version: number
    left_age_s: number | null
    left_kmh: number | null
    back_age_s: number | null
    back_same_fixes: number | null
    back_kmh: number | null
    left_arrived_at: string | null
    back_arrived_at: string | null
  }
  audit_entries: {
    organization_id: string
    id: number
    at: string
    request_id: string | null
    action: string
    actor_user_id: string | null
    actor_officer_id: string | null
    actor_role: string
    thing_type: string
    thing_id: string | null
    before: unknown
    after: unknown
    ip: string | null
    user_agent: string | null
    about: string | null
  }
  audit_seal_entries: {
    organization_id: string
    entry_id: number
    seal_number: number
    digest: unknown
  }
  audit_seals: {
    organization_id: string
    number: number
    previous_hash: unknown
    hash: unknown
    entry_count: number
    first_id: number
    last_id: number
    sealed_at: string
    high_id: number
    sealer_xid: unknown
    settled_id: number
  }
  award_adoptions: {
    organization_id: string
    id: string
    kind: string
    rule_id: string | null
    effective_from: string
    created_by: string | null
    created_at: string
    note: string
  }
  award_cases: {
    organization_id: string
    id: string
    round_id: string
    assignment_id: string
    post_id: string
    officer_id: string
    instead_id: string
    instead_signup_id: string
    made_by: string | null
    made_reason: string | null
    minutes: number
    remedy: string
    found_at: string
    closed_at: string | null
    closed_by: string | null
    closed_remedy: string | null
    closed_note: string | null
    version: number
    cause: string
  }
  award_draws: {
    organization_id: string
    assignment_id: string
    seed: string
    drawn_at: string
    revealed_at: string | null
  }
  award_input_checks: {
    organization_id: string
    id: string
    round_id: string
    checked_at: string
    differences: unknown
    changed: boolean
  }
  award_receipts: {
    organization_id: string
    id: string
    round_id: string
    officer_id: string
    signup_id: string | null
    rank: number
    of: number
    "values": unknown
    decided_by: string | null
    outcome: string
    reasons: unknown
    won: unknown
    others: unknown
    created_at: string
  }
  award_rounds: {
    organization_id: string
    id: string
    assignment_id: string
    post_id: string
    purpose: string
    rule_version_id: string | null
    rule_name: string
    rule_version: number | null
    rule: unknown
    at: string
    places: number
    inputs: unknown
    inputs_hash: string
    result_hash: string
    seed: string | null
    commitment: string | null
    decided_by: string | null
    reason: string | null
    award_number: number
  }
  award_rule_versions: {
    organization_id: string
    id: string
    rule_id: string
    version: number
    effective_from: string
    body: unknown
    note: string
    created_by: string | null
    created_at: string
  }
  award_rules: {
    organization_id: string
    id: string
    name: string
    pack: string | null
    created_by: string | null
    created_at: string
  }
  billing_accounts: {
    organization_id: string
    legal_name: string
    address: string
    email: string | null
    tax_name: string
    tax_rate_millionths: number
    tax_exempt: boolean
    exemption_certificate: string
    reminders: boolean
    suspend_after_days: number
    updated_at: string
    version: number
  }
  billing_tasks: {
    organization_id: string
    id: string
    kind: string
    invoice_id: string
    days_overdue: number
    state: string
    decided_by: string | null
    decided_at: string | null
    note: string
    created_at: string
  }
  bulk_edits: {
    organization_id: string
    id: string
    kind: string
    changes: unknown
    made_by: string
    made_at: string
    undone_at: string | null
  }
  calendar_feeds: {
    organization_id: string
    id: string
    officer_id: string
    token_hash: unknown
    created_at: string
    last_read_at: string | null
    revoked_at: string | null
    revoked_why: string | null
  }
  channel_orders: {
    organization_id: string
    id: string
    event: string
    push_after: number | null
    text_after: number | null
    updated_at: string
    version: number
    call_after: number | null
  }
  contact_requests: {
    organization_id: string
    id: string
    kind: string
    message: string
    officer_id: string
    status: string
    created_at: string
    quiet_until: string
    asked_by: string | null
    answer: string
    answered_at: string | null
    worked_by: string | null
    updated_at: string
    version: number
  }
  contract_charges: {
    organization_id: string
    contract_id: string
    instalment: number
    version: number
    amount_cents: number
    invoice_id: string
    created_at: string
  }
  contract_versions: {
    organization_id: string
    contract_id: string
    number: number
    effective_on: string
    size: string
    tier: string
    price_cents: number
    list_cents: number | null
    note: string
    created_by: string | null
    created_at: string
  }
  contracts: {
    organization_id: string
    id: string
    currency: string
    billing: string
    starts_on: string
    ends_on: string
    renews: boolean
    notice_days: number
    purchase_order: string
    renewal_of: string | null
    cancelled_from: string | null
    cancel_reason: string | null
    cancelled_at: string | null
    cancel_credits: boolean
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  deliveries: {
    organization_id: string
    id: string
    officer_id: string
    event: string
    audience: string
    channel: string
    assignment_id: string | null
    title: string
    message: string
    told_at: string
    planned_at: string
    expires_at: string | null
    next_try_at: string
    attempts: number
    state: string
    outcome: string | null
    sent_at: string | null
    target_id: string
    created_at: string
    reply_code: string | null
    segments: number | null
    provider_id: string | null
    receipt: string | null
    receipt_at: string | null
    call_seconds: number | null
    price: number | null
    currency: string | null
  }
  demo_request_counts: {
    organization_id: string
    source: string
    hour: string
    made: number
  }
  escalation_plans: {
    organization_id: string
    id: string
    kind: string | null
    steps: unknown
    active_from: string
    updated_by: string | null
    updated_at: string
    version: number
  }
  escalation_steps: {
    organization_id: string
    escalation_id: string
    "position": number
    kind: string
    at: string
    told_count: number
    told: string[]
  }
  escalations: {
    organization_id: string
    id: string
    assignment_id: string
    steps: unknown
    published_at: string
    emergency: boolean
    paused_at: string | null
    paused_by: string | null
    pause_reason: string | null
    paused_minutes: number
    created_at: string
    updated_at: string
    version: number
  }
  exports: {
    organization_id: string
    id: string
    call: string
    title: string
    format: string
    parameters: unknown
    file_name: string
    rows_total: number | null
    rows_done: number
    state: string
    started_by: string | null
    created_at: string
    alive_at: string
    finished_at: string | null
  }
  factors: {
    id: string
    account_id: string
    kind: string
    name: string
    secret: unknown
    last_step: number | null
    credential_id: unknown
    public_key: unknown
    counter: number
    transports: string[]
    confirmed_at: string | null
    last_used_at: string | null
    created_at: string
  }
  faq_categories: {
    organization_id: string
    id: string
    name: string
    "position": number
    created_at: string
    updated_at: string
    version: number
  }
  faq_entries: {
    organization_id: string
    id: string
    category_id: string
    question: string
    answer: string
    "position": number
    published: boolean
    created_at: string
    updated_at: string
    version: number
  }
  feature_requests: {
    organization_id: string
    id: string
    officer_id: string | null
    user_id: string | null
    title: string
    description: string
    category: string
    priority: string
    status: string
    answer: string | null
    answered_at: string | null
    created_at: string
    updated_at: string
    version: number
    trial_data: unknown
    trial_state: string | null
    owner_id: string | null
    next_step_on: string | null
    closed_reason: string | null
    trial_organization_id: string | null
    worked_at: string | null
    votes: number
    merged_at: string | null
  }
  feature_uses: {
    organization_id: string
    feature: string
    day: string
  }
  feedback_merges: {
    organization_id: string
    request_id: string
    from_organization_id: string
    into_id: string
    into_organization_id: string
    person: string
    merged_by: string | null
    merged_at: string
  }
  figure_marks: {
    organization_id: string
    id: number
    at: string | null
    onward: boolean
  }
  figure_states: {
    organization_id: string
    kept_at: string | null
  }
  fill_plan_lines: {
    organization_id: string
    id: string
    plan_id: string
    assignment_id: string
    post_id: string
    officer_id: string
    starts_at: string
    ends_at: string
    why: unknown
    taken_at: string | null
    taken_by: string | null
    signup_id: string | null
  }
  fill_plans: {
    organization_id: string
    id: string
    asked_by: string
    asked_at: string
    days: number
    status: string
    begun_at: string | null
    tries: number
    solved_at: string | null
    outcome: unknown
  }
  force_exemptions: {
    organization_id: string
    id: string
    officer_id: string
    reason: string
    starts_on: string
    ends_on: string | null
    created_by: string | null
    created_at: string
    ended_by: string | null
  }
  force_members: {
    organization_id: string
    officer_id: string
    name: string
    badge_number: string | null
    unit: string | null
    hired_on: string | null
    is_admin: boolean
    joined_at: string
    left_on: string | null
  }
  force_settings: {
    organization_id: string
    counted: string
    year_starts: string
    newcomers: string
    by_unit: boolean
    admins_listed: boolean
    names_shown: boolean
    volunteer_minutes: number
    updated_at: string
    version: number
  }
  idempotency_keys: {
    organization_id: string
    scope: string
    call: string
    key: string
    body_hash: unknown
    status: number | null
    answer: string | null
    created_at: string
  }
  imported_tours: {
    organization_id: string
    id: string
    officer_id: string
    on_day: string
    starts_at: string
    ends_at: string
    created_at: string
  }
  invoice_documents: {
    organization_id: string
    invoice_id: string
    pdf: unknown
    sha256: unknown
    made_at: string
  }
  invoice_letters: {
    organization_id: string
    invoice_id: string
    kind: string
    to_address: string
    created_at: string
  }
  invoice_lines: {
    organization_id: string
    id: string
    invoice_id: string
    "position": number
    description: string
    quantity: number
    unit_cents: number
    amount_cents: number
    taxable: boolean
  }
  invoice_numbers: {
    organization_id: string
    series: string
    year: number
    number: number
    customer_id: string
    invoice_id: string
  }
  invoices: {
    organization_id: string
    id: string
    kind: string
    status: string
    number: string | null
    currency: string
    contract_id: string | null
    credits_id: string | null
    period_from: string | null
    period_to: string | null
    purchase_order: string
    note: string
    tax_name: string
    tax_rate_millionths: number
    net_cents: number
    taxable_cents: number
    tax_cents: number
    total_cents: number
    paid_cents: number
    credited_cents: number
    issued_on: string | null
    due_on: string | null
    issued_at: string | null
    issued_by: string | null
    settled_at: string | null
    seller: unknown
    buyer: unknown
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  leave_requests: {
    organization_id: string
    id: string
    officer_id: string
    state: string
    kind: string
    starts_at: string
    ends_at: string
    whole_days: boolean
    note: string | null
    leave_id: string | null
    deny_reason: string | null
    answer: string | null
    decided_by: string | null
    decided_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  leaves: {
    organization_id: string
    id: string
    officer_id: string
    kind: string
    starts_at: string
    ends_at: string | null
    whole_days: boolean
    note: string | null
    entered_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  locations: {
    organization_id: string
    id: string
    name: string
    address: string | null
    lat: number | null
    lng: number | null
    radius_m: number | null
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  mails: {
    organization_id: string
    id: string
    to_address: string
    subject: string
    text_body: string
    html_body: string
    state: string
    attempts: number
    next_try_at: string
    last_error: string | null
    created_at: string
    sent_at: string | null
    expires_at: string | null
    about: string | null
    attachment_name: string | null
    attachment: unknown
  }
  memberships: {
    account_id: string
    organization_id: string
    officer_id: string
    id: string | null
    second_factor: boolean
    locked_since: string | null
    locked_until: string | null
    locked_why: string | null
    role: string
    standing: string
    left_on: string | null
    account_disabled_at: string | null
    factors_reset_at: string | null
    reset_sent_at: string | null
  }
  month_figures: {
    organization_id: string
    month: string
    computed_at: string
    state: string | null
    tier: string
    officers: number
    active: boolean
    shifts_posted: number
    places_posted: number
    shifts: number
    required: number
    held: number
    filled: number
    under_15: number
    under_30: number
    under_45: number
    under_60: number
    under_90: number
    under_120: number
    under_180: number
    under_240: number
    under_360: number
    under_480: number
    under_720: number
    under_960: number
    under_1440: number
    under_2880: number
    under_4320: number
    under_10080: number
    trials_started: number
    trials_ended: number
    trials_converted: number
    features_on: number
    features_used: number
    live_minutes: number | null
  }
  month_fill_times: {
    organization_id: string
    month: string
    minutes: number
    tier: string
    shifts: number
  }
  notice_acceptances: {
    organization_id: string
    version: number
    officer_id: string
    accepted_at: string
  }
  notification_settings: {
    organization_id: string
    id: string
    officer_id: string
    quiet: string
    quiet_from: string | null
    quiet_to: string | null
    choices: unknown
    updated_at: string
  }
  notifications: {
    organization_id: string
    id: string
    type: string
    title: string
    message: string
    officer_id: string | null
    assignment_id: string | null
    read: boolean
    read_at: string | null
    created_at: string
    announcement_id: string | null
  }
  number_series: {
    organization_id: string
    series: string
    year: number
    last: number
  }
  officer_assignments: {
    organization_id: string
    id: string
    assignment_id: string
    post_id: string
    officer_id: string
    status: string
    starts_at: string
    ends_at: string
    applied_at: string
    assigned_by: string | null
    override_reason: string | null
    decided_by: string | null
    decided_at: string | null
    reason: string | null
    calloff_reason: string | null
    calloff_requested_at: string | null
    offer_expires_at: string | null
    updated_at: string
    version: number
    called_off_at: string | null
    offer_shared: boolean
    replaces_id: string | null
    successor_id: string | null
    decided_from: string | null
    begun_at: string | null
    took_over: boolean
    order_reason: string | null
  }
  officer_certifications: {
    organization_id: string
    id: string
    officer_id: string
    type: string
    number: string | null
    issued_on: string
    expires_on: string | null
    verified_by: string | null
    verified_at: string | null
    reminded_days: number | null
    created_at: string
    updated_at: string
    version: number
  }
  officer_imports: {
    organization_id: string
    id: string
    file_name: string
    file_hash: unknown
    mapping: unknown
    rows_total: number
    rows_done: number
    created_count: number
    updated_count: number
    unchanged_count: number
    state: string
    failure: string | null
    created_by: string | null
    created_at: string
    finished_at: string | null
  }
  officer_merges: {
    organization_id: string
    id: string
    from_id: string
    into_id: string
    kind: string
    from_name: string
    from_row: unknown
    into_row: unknown
    moved: unknown
    set_aside: unknown
    made_by: string
    made_at: string
    undone_by: string | null
    undone_at: string | null
  }
  officer_notes: {
    organization_id: string
    id: string
    officer_id: string
    author_id: string
    body: string
    created_at: string
  }
  officers: {
    organization_id: string
    id: string
    user_id: string | null
    role: string
    approved: boolean
    name: string
    email: string | null
    email_key: string | null
    badge_number: string | null
    rank: string | null
    unit: string | null
    hired_on: string | null
    phone: string | null
    hourly_rate: number | null
    approved_at: string | null
    rejected_at: string | null
    suspended_at: string | null
    left_on: string | null
    standing_reason: string | null
    invited_at: string | null
    created_at: string
    updated_at: string
    version: number
    claimed_badge: string | null
    claimed_email_key: string | null
  }
  onboardings: {
    organization_id: string
    skipped: string[]
    put_away_at: string | null
    updated_at: string
    mode_chosen_at: string | null
  }
  openings: {
    organization_id: string
    id: string
    officer_id: string
    kind: string
    times: number
    minutes: number
    last_on: string
    reason: string
    created_by: string | null
    created_at: string
    takes_back: string | null
  }
  opportunities: {
    organization_id: string
    id: string
    officer_id: string
    at: string
    recorded_at: string
    kind: string
    minutes: number
    assignment_id: string | null
    post_id: string | null
    signup_id: string | null
    source: string
    note: string | null
    times: number | null
    contact: string | null
  }
  order_asked: {
    organization_id: string
    call_id: string
    officer_id: string
    answer: string | null
    answered_at: string | null
    outcome: string | null
  }
  order_calls: {
    organization_id: string
    id: string
    assignment_id: string
    post_id: string
    opened_at: string
    closes_at: string
    opened_by: string | null
    closed_at: string | null
    outcome: string | null
    volunteered_count: number | null
    ordered_count: number | null
    missing_count: number | null
    stopped_by: string | null
    stop_reason: string | null
  }
  order_ins: {
    organization_id: string
    id: string
    call_id: string
    assignment_id: string
    post_id: string
    officer_id: string
    signup_id: string
    ordered_at: string
    "position": number
    count_before: number
    seen_at: string | null
    cancelled_at: string | null
    cancelled_by: string | null
    cancel_reason: string | null
    fell_at: string | null
    list_units: string[]
  }
  order_receipts: {
    organization_id: string
    call_id: string
    passed: unknown
  }
  organization_erasures: {
    organization_id: string
    id: string
    subject_id: string
    subject_name: string
    subject_subdomain: string
    state_before: string
    reason: string
    asked_by: string
    asked_by_name: string
    asked_at: string
    erase_after: string
    called_off_at: string | null
    called_off_by: string | null
    called_off_by_name: string | null
    call_off_reason: string | null
    confirmed_at: string | null
    confirmed_by: string | null
    confirmed_by_name: string | null
    begun_at: string | null
    seal_number: number | null
    seal_digest: string | null
    sealed_at: string | null
    rows: unknown
    finished_at: string | null
    asked_alone: boolean
  }
  organization_figures: {
    organization_id: string
    officers_counted: number
    extra_time_open: number
    last_activity_at: string | null
  }
  organization_logos: {
    organization_id: string
    id: string
    webp: unknown
    png: unknown
    width: number
    height: number
    created_by: string | null
    created_at: string
    replaced_at: string | null
  }
  organization_standings: {
    organization_id: string
    id: number
    at: string
    tier: string
    state: string
    trial_end_date: string | null
    features_enabled: unknown
    branded: boolean
  }
  organizations: {
    id: string
    name: string
    subdomain: string
    subscription_tier: string
    features_enabled: unknown
    trial_end_date: string | null
    max_officers: number | null
    primary_color: string
    time_zone: string
    city: string | null
    state: string
    calloff_notice_minutes: number
    checkin_opens_minutes: number
    signup_mode: string
    created_at: string
    updated_at: string
    version: number
    address: string | null
    phone: string | null
    contact_email: string | null
    time_format: string
    location_radius_m: number
    hours_edit_limit_days: number
    quiet_from: string | null
    quiet_to: string | null
    admins_release_locks: boolean
    mfa_officers: boolean
    notice_version: number | null
    logo_id: string | null
    logo_url: string | null
    state_reason: string | null
    state_since: string | null
    erase_after: string | null
    erase_confirmed_at: string | null
    first_published_at: string | null
    calloff_desk_minutes: number
    swaps_need_approval: boolean
    officers_see_schedule: boolean
  }
  outbox: {
    organization_id: string
    xid: unknown
    topic: string
    thing_id: string | null
    officer_id: string | null
    audience: string
    at: string
  }
  overtime_requests: {
    organization_id: string
    id: string
    officer_id: string
    status: string
    kind: string
    starts_at: string
    minutes: number
    created_at: string
    updated_at: string
    version: number
    ends_at: string
    signup_id: string | null
    docket_number: string | null
    court: string | null
    reason: string
    asked_starts_at: string | null
    asked_minutes: number | null
    submitted_at: string
    reminded_days: number
    decided_by: string | null
    decided_at: string | null
    decision_reason: string | null
  }
  passkey_challenges: {
    id: string
    bound_to: unknown
    purpose: string
    challenge: string
    created_at: string
    used_at: string | null
  }
  past_figures: {
    organization_id: string
    month: string
    state: string | null
    tier: string
    officers: number
    active: boolean
    shifts_posted: number
    places_posted: number
    shifts: number
    required: number
    held: number
    filled: number
    under_15: number
    under_30: number
    under_45: number
    under_60: number
    under_90: number
    under_120: number
    under_180: number
    under_240: number
    under_360: number
    under_480: number
    under_720: number
    under_960: number
    under_1440: number
    under_2880: number
    under_4320: number
    under_10080: number
    trials_started: number
    trials_ended: number
    trials_converted: number
    features_on: number
    features_used: number
    live_minutes: number | null
    series: string
  }
  past_fill_times: {
    organization_id: string
    month: string
    minutes: number
    tier: string
    shifts: number
    series: string
  }
  payment_allocations: {
    organization_id: string
    payment_id: string
    invoice_id: string
    currency: string
    amount_cents: number
    created_at: string
    updated_at: string
  }
  payments: {
    organization_id: string
    id: string
    method: string
    reference: string
    currency: string
    amount_cents: number
    received_on: string
    note: string
    allocated_cents: number
    reversed_on: string | null
    reverse_reason: string | null
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
    refunded_cents: number
  }
  phone_replies: {
    organization_id: string
    provider_id: string
    said: string
    created_at: string
  }
  phones: {
    organization_id: string
    id: string
    officer_id: string
    number: string
    number_hash: unknown
    consented_at: string
    consent_text: string
    code_hash: unknown
    code_expires_at: string | null
    code_tries: number
    confirmed_at: string | null
    stopped_at: string | null
    stopped_why: string | null
    call_consented_at: string | null
    call_consent_text: string | null
    call_stopped_at: string | null
  }
  place_events: {
    organization_id: string
    id: number
    assignment_id: string
    at: string
    delta: number
  }
  place_holds: {
    organization_id: string
    signup_id: string
    assignment_id: string
    post_id: string
    kind: string
    starts_at: string
    ends_at: string
    until: string | null
    applied_at: string
  }
  platoon_members: {
    organization_id: string
    id: string
    platoon_id: string
    officer_id: string
    starts_on: string
    ends_on: string | null
    created_at: string
  }
  platoon_schedules: {
    organization_id: string
    platoon_id: string
    starts_on: string
    anchor_on: string
    keeps: string
    pattern: unknown
    created_at: string
  }
  platoons: {
    organization_id: string
    id: string
    name: string
    unit: string | null
    ended_on: string | null
    created_at: string
    updated_at: string
    version: number
  }
  posts: {
    organization_id: string
    id: string
    assignment_id: string
    name: string
    "position": number
    required_count: number
    confirmed_count: number
    starts_at: string
    ends_at: string
    requirements: unknown
    split_minutes: number | null
    freed_at: string | null
  }
  problem_reports: {
    organization_id: string
    id: string
    officer_id: string | null
    user_id: string | null
    title: string
    description: string
    category: string
    severity: string
    browser_info: unknown
    status: string
    answer: string | null
    answered_at: string | null
    created_at: string
    updated_at: string
    version: number
    votes: number
    merged_at: string | null
  }
  push_subscriptions: {
    organization_id: string
    id: string
    officer_id: string
    session_id: string
    endpoint: string
    p256dh: string | null
    auth: string | null
    user_agent: string | null
    created_at: string
    platform: string
  }
  push_tokens: {
    organization_id: string
    subscription_id: string
    token_hash: unknown
  }
  recovery_codes: {
    account_id: string
    id: string
    hashes: unknown[]
    codes_left: number
    made_at: string
  }
  refunds: {
    organization_id: string
    id: string
    payment_id: string
    credit_note_id: string | null
    method: string
    reference: string
    currency: string
    amount_cents: number
    refunded_on: string
    reason: string
    created_by: string | null
    created_at: string
  }
  reminders: {
    organization_id: string
    id: string
    kind: string
    assignment_id: string
    officer_id: string | null
    starts_at: string
    created_at: string
  }
  request_notes: {
    organization_id: string
    id: string
    request_id: string
    author_id: string | null
    body: string
    created_at: string
  }
  revenue_figures: {
    organization_id: string
    month: string
    currency: string
    tier: string
    opening_tier: string
    opening_cents: number
    closing_cents: number
    computed_at: string
  }
  saved_filters: {
    organization_id: string
    id: string
    officer_id: string
    page: string
    name: string
    filters: unknown
    created_at: string
    updated_at: string
  }
  schema_migrations: {
    name: string
    checksum: string
    applied_at: string
  }
  sessions: {
    id: string
    token_hash: unknown
    user_id: string
    organization_id: string | null
    kind: string
    created_at: string
    last_seen_at: string
    ended_at: string | null
    ended_why: string | null
    ip: string | null
    user_agent: string | null
    second_factor_at: string | null
    proved_at: string
  }
  shared_places: {
    organization_id: string
    signup_id: string
    assignment_id: string
    officer_id: string
    name: string
  }
  shift_changes: {
    organization_id: string
    id: string
    kind: string
    signup_id: string
    was: string
    next_signup_id: string | null
    next_as: string | null
    leave_id: string | null
    made_by: string | null
    made_at: string
    undone_at: string | null
    swaps: unknown
    next_was: unknown
  }
  sign_in_attempts: {
    id: string
    email_key: string
    at: string
    outcome: string
    kind: string
    browser: unknown
    source: unknown
  }
  sign_in_notices: {
    organization_id: string
    id: string
    version: number
    text: string
    created_by: string | null
    created_at: string
  }
  sign_in_steps: {
    id: string
    token_hash: unknown
    account_id: string
    organization_id: string | null
    kind: string
    created_at: string
    ended_at: string | null
  }
  staffing_gaps: {
    organization_id: string
    minimum_id: string
    on_day: string
    assignment_id: string | null
    opened_at: string | null
    closed_at: string | null
    places: number
    starts_at: string | null
    ends_at: string | null
    reason: string
    told: string | null
    updated_at: string
    announced: boolean
    said: unknown
    unsaid: boolean
  }
  staffing_minimums: {
    organization_id: string
    id: string
    name: string
    platoon_id: string | null
    unit: string | null
    rank: string | null
    "least": number
    weekdays: number[]
    start_time: string
    end_time: string
    starts_on: string
    last_on: string | null
    days_ahead: number
    latest_minutes: number
    title: string
    kind: string
    location_name: string | null
    location_address: string | null
    signup_mode: string
    award_rule_id: string | null
    requirements: unknown
    created_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  super_admin_users: {
    id: string
    email: string
    email_key: string
    active: boolean
    account_id: string | null
    created_at: string
    active_since: string | null
  }
  support_accesses: {
    organization_id: string
    id: string
    session_id: string
    user_id: string
    by_name: string
    reason: string
    may_write: boolean
    started_at: string
    ends_at: string
    ended_at: string | null
    ended_why: string | null
    ended_by: string | null
  }
  swaps: {
    organization_id: string
    id: string
    kind: string
    state: string
    officer_id: string
    officer_name: string
    signup_id: string
    assignment_id: string
    post_id: string
    starts_at: string
    ends_at: string
    to_officer_id: string | null
    to_name: string | null
    note: string | null
    taker_id: string | null
    taker_name: string | null
    counter_signup_id: string | null
    counter_assignment_id: string | null
    counter_post_id: string | null
    counter_starts_at: string | null
    counter_ends_at: string | null
    decided_by: string | null
    decided_at: string | null
    reason: string | null
    created_at: string
    updated_at: string
    version: number
  }
  tellings: {
    organization_id: string
    id: string
    event: string
    title: string
    message: string
    audience: string
    officer_id: string | null
    assignment_id: string | null
    about: string | null
    created_at: string
    announcement_id: string | null
  }
  testimonials: {
    organization_id: string
    id: string
    quote: string
    role: string
    department: string
    consented_on: string | null
    sample: boolean
    "position": number
    updated_at: string
    version: number
  }
  tour_exceptions: {
    organization_id: string
    id: string
    officer_id: string
    kind: string
    on_day: string
    works_on: string | null
    start_time: string | null
    minutes: number | null
    note: string | null
    created_by: string | null
    created_at: string
  }
  vendor_reads: {
    organization_id: string
    id: string
    user_id: string
    session_id: string
    call: string
    reason: string
    hour: string
    at: string
  }
  vendor_settings: {
    organization_id: string
    id: string
    legal_name: string
    address: string
    tax_id: string
    support_email: string
    payment_terms: string
    invoice_footer: string
    currency: string
    price_5_25: number | null
    price_26_100: number | null
    price_over_100: number | null
    updated_at: string
    version: number
  }
  work_rules: {
    organization_id: string
    rest_minutes: number | null
    windows: unknown
    max_consecutive_minutes: number | null
    break_minutes: number
    max_consecutive_days: number | null
    caps: unknown
    reach_minutes: number
    updated_by: string | null
    updated_at: string
    version: number
  }
}
