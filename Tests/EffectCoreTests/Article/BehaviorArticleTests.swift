import Testing

// The code of StateDrivenChannels.md and ComingFromSwiftRex.md is that of the examples.

@Suite struct BehaviorArticleTests {
    private func code(_ names: String...) throws -> ArticleCode {
        try ArticleCode(features: names.map { "../Behaviors/Examples/\($0).swift" })
    }

    @Test func theChannelsAreThoseOfTheExamples() throws {
        try code("Stopwatch", "Gauge", "Chat").covers("StateDrivenChannels.md", lineCount: 110)
    }

    @Test func theLoaderIsThatOfTheExample() throws {
        try code("Catalog", "CountedCatalog", "CatalogTests", "Shop")
            .covers("ComingFromSwiftRex.md", lineCount: 90)
    }
}
