import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { advise } from "../../core/advise.ts"
import { buildIndex } from "../../core/build-index.ts"
import { search } from "../../core/search.ts"
import { DEFAULT_SETTINGS } from "../../core/settings.ts"
import type { Skill } from "../../core/skill.ts"
import { readCorpus, SHARED_CORPUS, toSkills } from "../../measure/corpus.ts"
import { LEXICON } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

// The corpus has 111 skills in Chinese, Japanese, Korean and Turkish, a translation of an English one each; it has no
// German one, so some are made.
const all = toSkills(await readCorpus(SHARED_CORPUS))
const usual = toSkills(await readCorpus(SHARED_CORPUS, "user365.json"))
const foreign = all.filter(({ id }) => /\.(?:zh|ja|ko|tr)$/.test(id))
const german = [
  makeSkill("strassenplanung", "Plant Straßen und Kreuzungen, berechnet Größen und Maße"),
  makeSkill("ueberweisungen", "Überweisungen prüfen und Rechnungen über Fälligkeiten mahnen"),
]
const ids = new Set(foreign.map(({ id }) => id))
const index = buildIndex([...usual.filter(({ id }) => !ids.has(id)), ...foreign, ...german], { lexicon: LEXICON })

const check = (query: string, expected: string): void => {
  const found = search(index, query, { limit: 5 }).map(({ skill }) => skill.id)
  assert.ok(
    found.some((id) => id.includes(expected)),
    `${query}: ${found.join(", ")}`,
  )
}

/** A piece of a description, as a person who half remembers it would write it. */
const pieceOf = ({ description = "" }: Skill): string =>
  /[\u3040-\u30ff\u3400-\u9fff]/u.test(description)
    ? [...description].slice(6, 26).join("")
    : description.split(/\s+/).slice(2, 9).join(" ")

describe("skills in other languages", () => {
  it("are found by a piece of their own description, nearly always first", () => {
    assert.ok(foreign.length > 70, String(foreign.length))
    const places = foreign.map((skill) =>
      search(index, pieceOf(skill), { limit: 5 }).findIndex((candidate) => candidate.skill === skill),
    )
    assert.deepEqual(
      foreign.filter((_, at) => places[at] === -1).map(({ id }) => id),
      [],
    )
    assert.ok(places.filter((place) => place === 0).length >= foreign.length * 0.9, places.join(" "))
  })

  it("are found by requests in Chinese and Japanese, by bigrams", () => {
    check("帮我检查合并前后的性能有没有回归", "benchmark.zh")
    check("给智能体加上支付和非托管钱包", "agent-payment-x402.zh")
    check("记录一下我们的架构决策", "architecture-decision-records.zh")
    check("デプロイした後にブラウザでビジュアルテストをしたい", "browser-qa.ja")
    check("非同期タスクのキューイングを設定して", "django-celery.ja")
  })

  it("are found by requests in Turkish and German, with or without their letters", () => {
    check("docker konteyner güvenliği ve ağ ayarları", "docker-patterns.tr")
    check("DOCKER KONTEYNER GUVENLIGI", "docker-patterns.tr")
    check("kotlin test kaliplari", "kotlin-testing.tr")
    check("Strassen und Kreuzungen planen, Grössen berechnen", "strassenplanung")
    check("STRASSEN, MASSE", "strassenplanung")
    check("uberweisungen prufen", "ueberweisungen")
  })

  it("do not fire on requests that have nothing to do with them", () => {
    const hints = [
      [
        "明天北京的天气怎么样",
        "你好，谢谢你的帮助",
        "好的，继续",
        "帮我买一张去上海的火车票",
        "这道菜怎么做才好吃",
        "周末去哪里玩比较好",
      ],
      [
        "明日の天気を教えて",
        "ありがとうございます",
        "続けてください",
        "おいしいラーメン屋はどこですか",
        "電車の時刻を調べて",
      ],
      ["내일 날씨 어때", "감사합니다, 계속해 주세요", "맛있는 식당 추천해줘"],
      ["yarın hava nasıl olacak", "teşekkürler, devam et", "en yakın eczane nerede", "bana bir fıkra anlat"],
      ["wie wird das Wetter morgen", "danke, mach weiter", "wo ist die nächste Apotheke", "erzähl mir einen Witz"],
      ["quel temps fera-t-il demain", "gracias, continúa", "che tempo fa domani", "jaka jutro pogoda"],
    ]
      .flat()
      .map((query) => [query, advise(index, query, { settings: DEFAULT_SETTINGS }).hint.map(({ name }) => name)])
      .filter(([, names]) => names?.length !== 0)
    assert.deepEqual(hints, [])
  })
})
