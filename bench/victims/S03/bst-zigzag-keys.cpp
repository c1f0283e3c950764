// Problem: predecessors
// A binary search tree of nodes, filled by recursion that is never balanced.
#include <cstdio>

struct Node {
    int key;
    Node *left, *right;
};

static Node* insert(Node* at, int key, int& below) {
    if (!at) return new Node{key, nullptr, nullptr};
    if (at->key < key) {
        below = at->key;
        at->right = insert(at->right, key, below);
    } else {
        at->left = insert(at->left, key, below);
    }
    return at;
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    Node* root = nullptr;
    long long sum = 0;
    while (n--) {
        int key, below = 0;
        if (scanf("%d", &key) != 1) return 1;
        root = insert(root, key, below);
        sum += below;
    }
    printf("%lld\n", sum);
}
